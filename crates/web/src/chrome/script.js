// Smoothness only: every link and form works without this file.
"use strict";

// Links and forms inside [data-smooth] replace the content of the page without loading it anew.
const parser = new DOMParser();
let running = null;

// A page that takes a while is said to be on its way, and can be stopped, and with it the search behind it.
let slow = null;
function waitFor() {
  arrived();
  slow = setTimeout(() => {
    const note = document.createElement("p");
    const stop = document.createElement("button");
    note.id = "working";
    note.setAttribute("role", "status");
    stop.textContent = "Stop";
    stop.addEventListener("click", () => {
      if (running) running.abort();
      window.stop();
      arrived();
      document.getElementById("main").removeAttribute("aria-busy");
    });
    note.append("Working… ", stop);
    document.body.append(note);
  }, 800);
}
function arrived() {
  clearTimeout(slow);
  const note = document.getElementById("working");
  if (note) note.remove();
}
window.addEventListener("pageshow", arrived);

// `record` names what the history does with the page that is left: "pushState" keeps it.
async function show(address, record) {
  if (running) running.abort();
  running = new AbortController();
  const main = document.getElementById("main");
  main.setAttribute("aria-busy", "true");
  waitFor();
  try {
    const response = await fetch(address, { signal: running.signal, headers: { Accept: "text/html" } });
    const type = response.headers.get("content-type") || "";
    if (!type.startsWith("text/html")) throw new Error("not a page");
    const page = parser.parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("main");
    if (!fresh) throw new Error("not our page");
    if (record) history[record](null, "", response.url);
    arrived();
    document.title = page.title;
    const focused = document.activeElement && document.activeElement.id;
    main.replaceWith(document.adoptNode(fresh));
    const again = focused && document.getElementById(focused);
    (again || fresh).focus({ preventScroll: true });
    document.dispatchEvent(new Event("outplay:page"));
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const address = new URL(link.href.baseVal || link.href, location.href);
  if (address.origin !== location.origin || address.hash) return;
  if (!link.closest("[data-smooth]") || address.pathname !== location.pathname) {
    // A file is saved, and the page stays.
    if (!address.searchParams.has("format")) waitFor();
    return;
  }
  event.preventDefault();
  show(address.href, "pushState");
});

// Where a form leads. Fields that are empty, or say what they would say anyway, do not belong in an address.
function addressOf(form, submitter, without = new Set()) {
  const address = new URL(form.action);
  const usual = (field) => field.type === "number" && field.value === field.placeholder;
  const left = new Set([...form.elements].filter(usual).map((field) => field.name));
  for (const [name, value] of new FormData(form, submitter)) {
    const said = typeof value === "string" && value !== "";
    if (said && !left.has(name) && !without.has(name)) address.searchParams.append(name, value);
  }
  return address;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "get") return;
  const address = addressOf(form, event.submitter);
  event.preventDefault();
  if (form.closest("[data-smooth]") && address.pathname === location.pathname) show(address.href, "pushState");
  else {
    waitFor();
    location.assign(address.href);
  }
});

window.addEventListener("popstate", () => show(location.href, null));

// The key of a move plays it.
document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const moves = [...document.querySelectorAll("a[data-key]")];
  const link =
    moves.find((move) => move.dataset.key === event.key) ||
    moves.find((move) => move.dataset.key.toLowerCase() === event.key.toLowerCase());
  if (link) {
    event.preventDefault();
    link.click();
  }
});

// A number that stands there faintly is where counting up and down begins, by keys or by the arrows at its end.
const count = (event) => {
  const field = event.target.closest && event.target.closest("input[type='number']");
  if (!field || field.value !== "" || !field.placeholder) return;
  const at = { keydown: () => ["ArrowUp", "ArrowDown"].includes(event.key), pointerdown: () => event.offsetX > field.clientWidth - 22 };
  if (at[event.type]()) field.value = field.placeholder;
};
document.addEventListener("keydown", count);
document.addEventListener("pointerdown", count);

// A choice that says so sends its form at once.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-send]")) event.target.form.requestSubmit();
});

// Whoever watches sees the next move after a moment; one step back leads to before the watching.
let waiting = null;
function goOn() {
  clearTimeout(waiting);
  const on = document.querySelector("#on[data-watch]");
  if (on) waiting = setTimeout(() => on.isConnected && show(on.href, "replaceState"), 900);
}
document.addEventListener("outplay:page", goOn);

// Whatever begins with a page begins with this event: when it was loaded, and when it was replaced in place.
document.addEventListener("DOMContentLoaded", () => document.dispatchEvent(new Event("outplay:page")));
