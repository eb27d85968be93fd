// Rules files that change while a page is open: the page says so; it works without this.
{
  // Times in the clock of whoever reads.
  function clocks() {
    for (const clock of document.querySelectorAll(".clock[data-at]")) {
      clock.textContent = new Date(Number(clock.dataset.at) * 1000).toLocaleTimeString();
    }
  }

  const link = (words) => Object.assign(document.createElement("a"), { href: location.href, className: "button", textContent: words });

  // An open page notices that its rules file was changed, and says so; it does not load by itself.
  let looking = null;
  async function look() {
    clearTimeout(looking);
    const news = document.querySelector(".news[data-game]");
    if (!news) return;
    looking = setTimeout(look, 2000);
    if (document.hidden) return;
    try {
      const response = await fetch(`/api/version/${encodeURIComponent(news.dataset.game)}`);
      if (!response.ok) return;
      const { version, right } = await response.json();
      const said = news.querySelector("[role=status]");
      const words = version === news.dataset.version ? "" : right ? "The rules file was changed. " : "The rules file was changed, and something is wrong with it. ";
      if (said.dataset.words === words || (!words && !said.dataset.words)) return;
      said.dataset.words = words;
      said.replaceChildren(words, ...(words ? [link(right ? "Show the new rules" : "Show what is wrong")] : []));
    } catch {
      // The server has ended; whoever comes back finds out.
    }
  }

  document.addEventListener("outplay:page", () => {
    clocks();
    look();
  });
}
