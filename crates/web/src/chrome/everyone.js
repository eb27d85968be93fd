// For everyone: what happened is said, wide tables are scrolled by keyboard, fields follow their fighter.
{
  // What a page that was replaced in place has to say goes into the one live region, which is never replaced.
  let loaded = false;
  const say = () => {
    const region = document.getElementById("said");
    if (!region) return;
    const told = [...document.querySelectorAll("#main [data-announce]")];
    // A log has the newest first; what happened is told in its order.
    if (told.length && told[0].closest("ol[reversed]")) told.reverse();
    const parts = told.map((part) => part.textContent.trim());
    const text = parts.filter(Boolean).join(". ").replace(/\s+/g, " ").slice(0, 400) || document.title;
    // The same sentence again is another one, or nobody hears it.
    region.textContent = region.textContent === text ? text + "\u00a0" : text;
  };

  // A box that holds more than it shows is a stop of the tab key with a name; one that does not is none.
  const name = (box) => {
    const around = box.closest("figure, section, form, article, main");
    const heading = around && around.querySelector("figcaption, h2, h3, h1");
    return heading ? heading.textContent.trim().replace(/\s+/g, " ").slice(0, 80) : "Table";
  };
  const measure = () => {
    for (const box of document.querySelectorAll(".scroll, pre:not([aria-hidden]), .chronicle, .choices, .chart, .course")) {
      if (box.scrollWidth > box.clientWidth + 4 || box.scrollHeight > box.clientHeight + 1) {
        box.tabIndex = 0;
        // A list stays a list.
        if (!box.matches("ol, ul, figure, section")) box.setAttribute("role", "group");
        box.setAttribute("aria-label", `${name(box)}, can be scrolled`);
        box.classList.add("cut");
      } else if (box.classList.contains("cut")) {
        for (const attribute of ["tabindex", "role", "aria-label"]) box.removeAttribute(attribute);
        box.classList.remove("cut");
      }
    }
  };
  addEventListener("resize", measure);
  addEventListener("load", measure);

  document.addEventListener("outplay:page", () => {
    measure();
    if (loaded) say();
    loaded = true;
    const wrong = document.querySelector("#main [aria-invalid][autofocus]");
    if (wrong) wrong.focus();
  });

  // Another fighter has other numbers: the fields come from the page that the form would lead to.
  let asked = 0;
  document.addEventListener("change", async (event) => {
    const select = event.target;
    if (!select.matches("select[data-fields]")) return;
    const form = select.form;
    const own = new Set([...form.querySelectorAll(`[data-of="${select.name}"] input`)].map((field) => field.name));
    if (!own.size) return;
    const address = addressOf(form, null, own);
    const mine = ++asked;
    form.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(address);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const path = form.getAttribute("action");
      const same = [...page.querySelectorAll("form")].find((other) => other.getAttribute("action") === path && other.elements[select.name]);
      if (mine !== asked || !same || !form.isConnected) return;
      form.replaceChildren(...document.adoptNode(same).childNodes);
      form.elements[select.name].focus();
    } catch {
      // The button does the same.
    } finally {
      if (mine === asked) form.removeAttribute("aria-busy");
    }
  });
}
