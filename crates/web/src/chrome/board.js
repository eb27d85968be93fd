// The board: the arrow keys step, and what others did is shown turn by turn.
{
  // Arrows, Home and End follow the link that says so.
  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const inside = event.target.closest("input, select, textarea, [role=region], .choices, .heat");
    if (inside && !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    if (event.target.closest("input, select, textarea, .heat")) return;
    const link = document.querySelector(`a[data-arrow="${event.key}"]`);
    if (!link) return;
    event.preventDefault();
    if (playing) playing.end();
    link.click();
  });

  // Whatever happened since the last choice, one turn after the other; any key or click goes to the end.
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const PAUSE = 850;
  let playing = null;

  function start() {
    if (playing) playing.end();
    const frames = [...document.querySelectorAll("template.frame")];
    const stage = document.getElementById("stage");
    if (!stage || !frames.length || still.matches) return;
    const last = [...stage.childNodes];
    const analysis = document.querySelector(".analysis");
    // What is being shown is not told before.
    const told = document.querySelectorAll(".chronicle li.new");
    let next = 0, timer = null;
    const show = () => {
      if (!stage.isConnected) return;
      if (next === frames.length) return playing && playing.end();
      stage.replaceChildren(frames[next++].content.cloneNode(true));
      // What stands below must not move under a finger: the stage only grows.
      stage.style.minHeight = `${stage.offsetHeight}px`;
      timer = setTimeout(show, PAUSE);
    };
    const skip = (event) => {
      if (event.type === "keydown" && ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
      playing && playing.end();
    };
    playing = {
      end() {
        clearTimeout(timer);
        document.removeEventListener("click", skip, true);
        document.removeEventListener("keydown", skip, true);
        if (stage.isConnected) stage.replaceChildren(...last);
        stage.style.minHeight = "";
        for (const turn of told) turn.classList.remove("untold");
        if (analysis) analysis.classList.remove("waits");
        playing = null;
      },
    };
    document.addEventListener("click", skip, true);
    document.addEventListener("keydown", skip, true);
    if (analysis) analysis.classList.add("waits");
    for (const turn of told) turn.classList.add("untold");
    show();
  }
  document.addEventListener("outplay:page", start);
}
