
// The lab: pointing at maps, and sliders.
{
  // What a map shows, from the table beside it: no value is in the page twice.
  const mapOf = (svg) => {
    const figure = svg.closest("[data-heat]");
    const sheet = figure && figure.parentElement;
    const table = sheet && sheet.querySelector("table.values");
    if (!table) return null;
    const numbers = {};
    for (const name of ["left", "top", "cell", "columns", "rows"]) numbers[name] = Number(svg.dataset[name]);
    return { svg, figure, table, open: sheet.querySelector("[data-open]"), said: figure.querySelector("[data-said]"), ...numbers };
  };

  const values = (select) => [...select.options].map((option) => option.text);

  // Says the value of a square, and rings it.
  const point = (map, column, row) => {
    const cell = map.table.tBodies[0].rows[row] && map.table.tBodies[0].rows[row].cells[column + 1];
    if (!cell) return;
    map.svg.dataset.at = `${column},${row}`;
    const selects = map.open.querySelectorAll("select");
    const names = [...map.open.querySelectorAll("label")].map((label) => label.firstChild.textContent.trim());
    const place = [column, row].map((index, axis) => `${names[axis]} ${values(selects[axis])[index]}`).join(", ");
    const written = cell.classList.contains("written") ? " (as written)" : "";
    const value = cell.textContent;
    const unit = /^-?[\d,.]+$/.test(value) ? ` ${map.figure.dataset.heat}` : "";
    map.said.textContent = `${place}: ${value}${unit}${written}. Enter or a click opens it.`;
    selects[0].selectedIndex = column;
    selects[1].selectedIndex = row;
    let cursor = map.svg.querySelector(".cursor");
    if (!cursor) {
      cursor = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      cursor.setAttribute("class", "cursor");
      map.svg.append(cursor);
    }
    const attributes = { x: map.left + column * map.cell, y: map.top + row * map.cell, width: map.cell, height: map.cell };
    for (const [name, value] of Object.entries(attributes)) cursor.setAttribute(name, value);
  };

  // The square under the pointer.
  const under = (map, event) => {
    const box = map.svg.getBoundingClientRect();
    const scale = map.svg.viewBox.baseVal.width / box.width;
    const column = Math.floor(((event.clientX - box.left) * scale - map.left) / map.cell);
    const row = Math.floor(((event.clientY - box.top) * scale - map.top) / map.cell);
    const inside = column >= 0 && row >= 0 && column < map.columns && row < map.rows;
    return inside ? [column, row] : null;
  };

  const svgOf = (event) => event.target.closest && event.target.closest("[data-heat] svg.cells");

  const follow = (event) => {
    const svg = svgOf(event);
    const map = svg && mapOf(svg);
    const square = map && under(map, event);
    if (square && svg.dataset.at !== square.join(",")) point(map, ...square);
  };
  document.addEventListener("pointermove", follow);

  document.addEventListener("click", (event) => {
    const svg = svgOf(event);
    const map = svg && mapOf(svg);
    const square = map && under(map, event);
    if (!square) return;
    point(map, ...square);
    map.open.requestSubmit();
  });

  document.addEventListener("keydown", (event) => {
    const svg = svgOf(event);
    if (!svg || event.metaKey || event.ctrlKey || event.altKey) return;
    const map = mapOf(svg);
    if (!map) return;
    const start = [...map.open.querySelectorAll("select")].map((select) => select.selectedIndex);
    const [column, row] = svg.dataset.at ? svg.dataset.at.split(",").map(Number) : start;
    const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-column, 0], End: [map.columns - 1 - column, 0] };
    if (event.key === "Enter") {
      event.preventDefault();
      map.open.requestSubmit();
    } else if (steps[event.key]) {
      event.preventDefault();
      const [right, down] = steps[event.key];
      const clamp = (number, most) => Math.max(0, Math.min(most - 1, number));
      point(map, clamp(column + right, map.columns), clamp(row + down, map.rows));
      const cursor = svg.querySelector(".cursor");
      if (cursor) cursor.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  });

  document.addEventListener("focusin", (event) => {
    const svg = svgOf(event);
    const map = svg && !svg.dataset.at && mapOf(svg);
    if (map) point(map, ...[...map.open.querySelectorAll("select")].map((select) => select.selectedIndex));
  });

  // What was typed for one number says nothing about another.
  document.addEventListener("change", (event) => {
    const axis = event.target.closest && event.target.closest(".axis-of");
    if (!axis || event.target.tagName !== "SELECT") return;
    for (const field of axis.querySelectorAll("input:not([type='hidden'])")) field.value = "";
  });

  // Sliders: what stands beside them is fetched from the page's own address as they move.
  let wait = null;
  let asked = 0;
  let request = null;

  const fetchSlid = async (form, last) => {
    const number = ++asked;
    if (request) request.abort();
    request = new AbortController();
    const shown = document.getElementById("slid");
    if (!shown) return;
    shown.setAttribute("aria-busy", "true");
    const address = addressOf(form);
    if (last) address.searchParams.set("last", last);
    try {
      const response = await fetch(address, { signal: request.signal });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (number !== asked) return;
      const fresh = page.getElementById("slid") || page.querySelector(".problem");
      if (fresh) shown.replaceChildren(...(fresh.id === "slid" ? [...fresh.childNodes] : [fresh]).map((node) => document.adoptNode(node)));
      const field = form.elements[last];
      if (response.ok) {
        history.replaceState(null, "", address);
        field.removeAttribute("aria-invalid");
      } else field.setAttribute("aria-invalid", "true");
      shown.removeAttribute("aria-busy");
    } catch (error) {
      if (error.name !== "AbortError") shown.removeAttribute("aria-busy");
    }
  };

  document.addEventListener("input", (event) => {
    const form = event.target.closest && event.target.closest("[data-sliders]");
    const label = form && event.target.closest("label.slider");
    if (!label) return;
    const field = label.querySelector("input[type='number']");
    const range = label.querySelector("input[type='range']");
    if (event.target === range) field.value = range.value === field.placeholder ? "" : range.value;
    else if (range) {
      const now = field.value === "" ? field.placeholder : field.value;
      range.max = Math.max(Number(range.max), Number(now));
      range.value = now;
    }
    label.classList.toggle("moved", field.value !== "" && field.value !== field.placeholder);
    clearTimeout(wait);
    wait = setTimeout(() => form.isConnected && fetchSlid(form, field.name), 120);
  });

  document.addEventListener("outplay:page", () => {
    for (const svg of document.querySelectorAll("[data-heat] svg.cells")) {
      svg.setAttribute("tabindex", "0");
      svg.setAttribute("aria-roledescription", "map, arrow keys move");
      svg.closest(".scroll").classList.add("ready");
      svg.closest(".scroll").removeAttribute("tabindex");
    }
    for (const field of document.querySelectorAll("[data-sliders] input[data-from]")) {
      if (field.parentElement.querySelector("[type='range']")) continue;
      const range = document.createElement("input");
      const now = field.value || field.placeholder;
      range.type = "range";
      range.min = Math.min(Number(field.dataset.from), Number(now));
      range.max = Math.max(Number(field.dataset.to), Number(now));
      range.step = field.dataset.step;
      range.value = now;
      range.setAttribute("aria-label", `${field.name.replace(".", " ")}, slider`);
      field.before(range);
      field.parentElement.classList.toggle("moved", field.value !== "");
    }
  });
}
