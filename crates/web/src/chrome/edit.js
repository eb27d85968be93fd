// The editor of rules: its form works without this file.
{
  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  // The format of a rules file, asked for once.
  let format = null;
  const schemaAt = (address) => (format ||= fetch(address).then((response) => response.json()));

  const { keyAt, meaningOf, suggestions } = rulesWords;

  // An editor over a text area.
  function begin(box) {
    const area = box.querySelector("textarea");
    const form = area.form;
    const numbers = element("pre", { className: "numbers", ariaHidden: "true" });
    const mirror = element("pre", { className: "mirror", ariaHidden: "true" });
    const list = element("ul", { className: "suggestions", id: "suggestions", hidden: true });
    const meaning = element("p", { className: "meaning", id: "meaning" });
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Words that may stand here");
    area.setAttribute("aria-autocomplete", "list");
    area.setAttribute("aria-controls", "suggestions");
    area.setAttribute("aria-describedby", "meaning");
    box.prepend(numbers, mirror);
    box.append(list);
    box.after(meaning);
    box.classList.add("live");
    const help = form.querySelector(".keyhelp");
    if (help) help.textContent = "Ctrl-Space: words that may stand here; Tab or Enter takes one, Escape leaves. Nothing is stored: the rules are in the address of this page.";

    let root = null;
    schemaAt(box.dataset.schema).then((schema) => { root = schema; explain(); }, () => {});

    // The marks of the problems, moved along with what is typed before them.
    let marks = [];
    function readMarks() {
      const problems = [...document.querySelectorAll("#beside [data-start]")];
      marks = problems.map((problem) => ({
        start: Number(problem.dataset.start),
        end: Number(problem.dataset.end),
        kind: problem.classList.contains("warning") ? "warning" : "error",
      }));
      marks.sort((one, two) => one.start - two.start);
    }

    function draw() {
      const text = area.value;
      const parts = [];
      let done = 0;
      for (const mark of marks) {
        const start = Math.max(done, Math.min(mark.start, text.length));
        const end = Math.min(Math.max(mark.end, start + 1), text.length);
        if (end <= start) continue;
        parts.push(text.slice(done, start), element("mark", { className: mark.kind }, text.slice(start, end)));
        done = end;
      }
      mirror.replaceChildren(...parts, text.slice(done) + "\n");
      const wrong = new Set(marks.filter((mark) => mark.kind === "error").map((mark) => text.slice(0, mark.start).split("\n").length));
      const lines = text.split("\n").length;
      const shown = [];
      let plain = "";
      for (let line = 1; line <= lines; line++) {
        if (wrong.has(line)) {
          shown.push(plain, element("b", {}, String(line)));
          plain = "\n";
        } else plain += `${line}\n`;
      }
      numbers.replaceChildren(...shown, plain);
      follow();
    }

    function follow() {
      mirror.scrollTop = numbers.scrollTop = area.scrollTop;
      mirror.scrollLeft = area.scrollLeft;
    }

    // Marks stay with their words until the next answer.
    let before = area.value;
    function shift() {
      const text = area.value;
      const grown = text.length - before.length;
      const changed = area.selectionStart - Math.max(grown, 0);
      for (const mark of marks) {
        if (mark.start >= changed) mark.start += grown;
        if (mark.end >= changed) mark.end += grown;
      }
      marks = marks.filter((mark) => mark.end > mark.start);
      before = text;
    }

    // What the word at the cursor means.
    function explain() {
      // A name of one's own means what the table means that it stands in.
      let path = (root && keyAt(area.value, area.selectionStart)) || [];
      while (path.length && !meaningOf(path, root)) path = path.slice(0, -1);
      if (path.length) meaning.replaceChildren(element("code", {}, path.join(".")), `: ${meaningOf(path, root)}`);
      else meaning.replaceChildren();
    }

    // Words that may stand at the cursor.
    let offered = null;
    let chosen = -1;
    function offer(asked) {
      const found = root && area.selectionStart === area.selectionEnd && suggestions(area.value, area.selectionStart, root);
      const start = found && found.word.toLowerCase();
      let options = found ? found.options.filter((option) => option.text.toLowerCase().startsWith(start) && option.text !== found.word) : [];
      options = options.filter((option, place) => options.findIndex((other) => other.text === option.text) === place);
      if (!options.length || !(asked || start)) return close();
      offered = { ...found, options };
      chosen = asked ? 0 : -1;
      list.replaceChildren(...options.map((option, place) => {
        const item = element("li", { id: `suggestion-${place}` }, option.text);
        item.setAttribute("role", "option");
        item.dataset.place = place;
        if (option.about) item.append(element("small", {}, option.about));
        return item;
      }));
      list.hidden = false;
      put();
      choose(chosen);
    }

    // Below the word, or above it where there is no room.
    function put() {
      const range = document.createRange();
      const walker = document.createTreeWalker(mirror, NodeFilter.SHOW_TEXT);
      let left = offered.from;
      let node = walker.nextNode();
      while (node && left > node.length) {
        left -= node.length;
        node = walker.nextNode();
      }
      if (!node) return close();
      range.setStart(node, left);
      range.setEnd(node, left);
      const [word, frame] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
      const below = word.top - frame.top + 24;
      const high = list.offsetHeight;
      list.style.top = `${below + high > frame.height && below > high + 24 ? below - 26 - high : Math.min(below, frame.height - high - 4)}px`;
      list.style.left = `${Math.max(4, Math.min(word.left - frame.left, frame.width - list.offsetWidth - 4))}px`;
    }

    function choose(place) {
      chosen = place;
      [...list.children].forEach((item, index) => item.setAttribute("aria-selected", String(index === place)));
      if (place >= 0) {
        area.setAttribute("aria-activedescendant", `suggestion-${place}`);
        list.children[place].scrollIntoView({ block: "nearest" });
      } else area.removeAttribute("aria-activedescendant");
    }

    function close() {
      offered = null;
      chosen = -1;
      list.hidden = true;
      area.removeAttribute("aria-activedescendant");
    }

    function take(place) {
      const option = offered.options[place];
      const end = area.selectionStart;
      area.setSelectionRange(offered.from, end);
      close();
      // Only this way can it be undone.
      if (!document.execCommand("insertText", false, option.text)) {
        area.setRangeText(option.text, area.selectionStart, area.selectionEnd, "end");
        area.dispatchEvent(new Event("input"));
      }
      close();
    }

    area.addEventListener("keydown", (event) => {
      if (event.key === " " && event.ctrlKey) {
        event.preventDefault();
        return offer(true);
      }
      if (!offered || event.ctrlKey || event.metaKey || event.altKey) return;
      const many = offered.options.length;
      if (event.key === "ArrowDown") choose((chosen + 1) % many);
      else if (event.key === "ArrowUp") choose(chosen <= 0 ? many - 1 : chosen - 1);
      else if (event.key === "Escape") close();
      else if (event.key === "Tab" && !event.shiftKey) take(Math.max(chosen, 0));
      else if (event.key === "Enter" && chosen >= 0) take(chosen);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    list.addEventListener("mousedown", (event) => {
      const item = event.target.closest("li");
      event.preventDefault();
      if (item) take(Number(item.dataset.place));
    });
    area.addEventListener("scroll", () => { follow(); if (offered) put(); });
    area.addEventListener("blur", close);
    area.addEventListener("input", () => {
      shift();
      draw();
      offer(false);
      explain();
      later();
    });
    document.addEventListener("selectionchange", () => {
      if (document.activeElement !== area) return;
      if (offered && area.selectionStart < offered.from) close();
      explain();
    });

    // The part beside the text, anew after a moment without typing; an answer to an older text is dropped.
    let waiting = null;
    let asking = null;
    let checked = area.value;
    function later() {
      clearTimeout(waiting);
      if (asking) asking.abort();
      waiting = setTimeout(ask, 350);
      document.getElementById("beside").classList.add("stale");
    }
    async function ask() {
      asking = new AbortController();
      const text = area.value;
      try {
        const response = await fetch(form.action, {
          method: "POST",
          body: new URLSearchParams({ "rules-text": text, do: "beside" }),
          signal: asking.signal,
        });
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        const fresh = page.getElementById("beside");
        if (!area.isConnected || area.value !== text) return;
        if (!fresh) throw new Error("busy");
        checked = text;
        swap(fresh);
      } catch (error) {
        if (error.name !== "AbortError" && area.isConnected) waiting = setTimeout(ask, 3000);
      }
    }

    // Parts that are the same stay, so that nothing is announced twice; the rest is replaced.
    function swap(fresh) {
      const old = document.getElementById("beside");
      const said = old.querySelector("#said");
      const news = fresh.querySelector("#said");
      if (said && news) {
        const words = news.textContent;
        news.replaceWith(said);
        if (said.textContent !== words) said.textContent = words;
      }
      old.replaceWith(document.adoptNode(fresh));
      readMarks();
      draw();
      settle();
      const rules = fresh.dataset.rules;
      if (rules) history.replaceState(null, "", `/edit/own?rules=${rules}`);
      for (const tab of document.querySelectorAll(".tabs a")) {
        const page = new URL(tab.href).pathname.split("/")[1];
        if (rules) tab.href = `/${page}/own?rules=${rules}`;
      }
    }

    // A button that copies the address.
    function settle() {
      const shared = document.getElementById("shared");
      if (!shared || !navigator.clipboard) return;
      const button = element("button", { type: "button" }, "Copy the address");
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(shared.href);
        button.textContent = "Copied";
      });
      shared.closest("section").append(button);
    }

    // A problem leads to its place.
    form.addEventListener("click", (event) => {
      const problem = event.target.closest("#beside [data-start]");
      if (!problem || !event.target.closest("a")) return;
      event.preventDefault();
      area.focus();
      area.setSelectionRange(Number(problem.dataset.start), Number(problem.dataset.end));
      const line = area.value.slice(0, area.selectionStart).split("\n").length;
      area.scrollTop = Math.max(0, (line - 6) * parseFloat(getComputedStyle(area).lineHeight));
    });

    let leaving = false;
    form.addEventListener("submit", () => { leaving = true; });
    window.addEventListener("beforeunload", (event) => {
      const kept = document.getElementById("beside")?.dataset.rules !== undefined && checked === area.value;
      if (area.isConnected && !leaving && !kept && area.value !== area.defaultValue) event.preventDefault();
    });

    readMarks();
    draw();
    settle();
    // The browser may have kept what was typed before a reload.
    if (area.value !== area.defaultValue) later();
  }

  document.addEventListener("outplay:page", () => {
    for (const box of document.querySelectorAll(".editor[data-schema]:not(.live)")) begin(box);
  });
}
