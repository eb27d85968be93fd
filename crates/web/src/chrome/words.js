// What may be written where in a rules file, and what it means, from the format's schema: for the editor.
const rulesWords = (() => {
  // What a schema is: definitions looked up, and every one of its choices.
  function choices(schema, root) {
    if (!schema || typeof schema !== "object") return [];
    if (schema.$ref) return choices(root.$defs[schema.$ref.split("/").pop()], root);
    const inner = [...(schema.anyOf || []), ...(schema.oneOf || [])];
    return inner.length ? inner.flatMap((one) => choices(one, root)) : [schema];
  }

  // The schemas at a path of keys; a number of one's own is whatever else may stand there.
  function at(path, root) {
    let here = choices({ oneOf: root.oneOf }, root);
    for (const key of path) {
      here = here.flatMap((schema) => {
        const list = schema.items ? choices(schema.items, root) : [];
        return [schema, ...list].flatMap((one) => {
          const known = one.properties && one.properties[key];
          return choices(known || one.additionalProperties, root);
        });
      });
    }
    return here.flatMap((schema) => [schema, ...(schema.items ? choices(schema.items, root) : [])]);
  }

  // What a key means where it stands.
  function meaningOf(path, root) {
    for (const schema of at(path.slice(0, -1), root)) {
      const known = schema.properties && schema.properties[path.at(-1)];
      if (known && known.description) return known.description;
    }
    return null;
  }

  const keysOf = (text) => text.split(".").map((key) => key.trim().replace(/^["']|["']$/g, ""));

  // A line without what stands in quotes and remarks, letter for letter.
  const bare = (line) => line.replace(/"(?:\\.|[^"\\])*"?|'[^']*'?|#.*/g, (text) => (text[0] === "#" ? " " : "\"").repeat(text.length));

  // Does the cursor stand in a remark?
  const inRemark = (line) => /^(?:"(?:\\.|[^"\\])*"|'[^']*'|[^"'#])*#/.test(line);

  // Where the value begins that goes on in this line: a list may take several.
  function opening(text, start) {
    let depth = 0;
    for (let end = start, lines = 0; end > 0 && lines < 60; lines++) {
      const begin = text.lastIndexOf("\n", end - 2) + 1;
      const line = bare(text.slice(begin, end));
      for (const letter of line) depth += "[{".includes(letter) - "]}".includes(letter);
      if (/^\s*[^=\s[{#][^=]*=/.test(line)) return depth > 0 ? begin : start;
      if (depth === 0 && /^\s*\[[^\]]*\]/.test(line)) return start;
      end = begin;
    }
    return start;
  }

  // Where the cursor is: the table with the keys that are open, the word that is being written, and whether it
  // is a value. Tables in braces may stand in each other; lists name nothing.
  function spot(text, cursor) {
    const start = text.lastIndexOf("\n", cursor - 1) + 1;
    const line = text.slice(start, cursor);
    if (inRemark(line)) return null;
    const from = opening(text, start);
    if (from === start && /^\s*\[/.test(line)) return { header: true, word: line.replace(/^[\s[]+|\].*$/g, "") };
    let table = [];
    for (const header of text.slice(0, from).matchAll(/^[ \t]*\[+([^\]\n]+)\]/gm)) table = keysOf(header[1]);
    const open = [];
    let key = null;
    let part = from;
    const plain = text.slice(from, cursor).split("\n").map(bare).join("\n");
    for (let place = 0; place < plain.length; place++) {
      const letter = plain[place];
      if (letter === "=" && key === null) key = keysOf(text.slice(part, from + place));
      else if (letter === "{" || letter === "[") {
        open.push({ key: key || [], list: letter === "[" });
        key = letter === "[" ? [] : null;
      } else if (letter === "}" || letter === "]") {
        open.pop();
        key = [];
      } else if (letter === "," || (letter === "\n" && open.length)) key = open.length && open.at(-1).list ? [] : null;
      else continue;
      part = from + place + 1;
    }
    const keys = [...table, ...open.flatMap((one) => one.key)];
    const written = text.slice(part, cursor);
    if (key === null) {
      const parts = written.trimStart().split(".");
      const word = parts.pop();
      return { table: [...keys, ...parts.map((one) => one.trim())], word, from: cursor - word.length, value: false };
    }
    const word = /["']?[\w-]*$/.exec(written)[0];
    return { table: [...keys, ...key], word, from: cursor - word.length, value: true };
  }

  // The key on which the cursor stands, with its path.
  function keyAt(text, cursor) {
    const end = (text.slice(cursor).match(/^[\w.-]*/) || [""])[0].length + cursor;
    const here = spot(text, end);
    if (!here) return null;
    if (here.header) {
      const keys = keysOf(here.word).filter(Boolean);
      return keys.length ? keys : null;
    }
    const path = here.value ? here.table : [...here.table, here.word.trim()];
    return path.at(-1) ? path : null;
  }

  // What may be written at the cursor.
  function suggestions(text, cursor, root) {
    const here = spot(text, cursor);
    if (!here) return null;
    if (here.header) {
      const tables = root.oneOf.flatMap((one) => Object.entries(one.properties || {}));
      const all = tables.filter(([, schema]) => choices(schema, root).some((one) => one.type === "object"));
      const options = all.map(([name, schema]) => ({ text: name, about: schema.description }));
      return { from: cursor - here.word.length, word: here.word, options };
    }
    const schemas = at(here.table, root);
    let options = [];
    if (here.value) {
      const quoted = /^["']/.test(here.word);
      const words = schemas.flatMap((schema) => schema.enum || []).filter((word) => typeof word === "string");
      const flags = schemas.some((schema) => schema.type === "boolean") && !quoted ? ["true", "false"] : [];
      options = [...words.map((word) => ({ text: `"${word}"` })), ...flags.map((word) => ({ text: word }))];
      // Names of the file's own tables, where any words may stand.
      if (quoted && !words.length && schemas.some((schema) => schema.type === "string")) {
        const named = [...text.matchAll(/^\s*\[([\w-]+)\.([\w-]+)\]/gm)];
        options = named.map(([, kind, name]) => ({ text: `"${name}"`, about: kind }));
      }
    } else {
      const known = schemas.flatMap((schema) => Object.entries(schema.properties || {}));
      options = known.map(([name, schema]) => ({ text: name, about: schema.description }));
    }
    return { from: here.from, word: here.word, options };
  }

  return { keyAt, meaningOf, suggestions };
})();
