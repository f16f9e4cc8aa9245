/**
 * A summary for a notebook: each of the panel's links to a cell
 * (`[#](#cell=ID)`) becomes a link that JupyterLab follows, placed on the
 * number before it if there is one.
 *
 * @param notebook file name of the notebook; JupyterLab opens the cell by it.
 */
export function linkedCells(
  markdown: string,
  cells: readonly string[],
  notebook: string
): string {
  const known = new Set(cells);
  const link = (text: string, id: string): string =>
    `[${text}](${addressPart(notebook)}#cell-id=${addressPart(id)})`;
  return markdown.replace(NAMED, (whole, number, between, list) => {
    const ids = [...String(list).matchAll(LINK)].map(([, id]) => id);
    if (!ids.every(id => known.has(id))) {
      return whole;
    }
    const [first, ...others] = ids;
    return number === undefined
      ? ids.map((id, at) => link(`${at + 1}`, id)).join(', ')
      : [
          link(number, first) + String(between).trimEnd(),
          ...others.map((id, at) => link(`${at + 2}`, id))
        ].join(', ');
  });
}

/** Also encodes the brackets that would end the link. */
function addressPart(text: string): string {
  return encodeURIComponent(text).replace(/\(/g, '%28').replace(/\)/g, '%29');
}

const LINK = /\[[^[\]]*\]\(#cell=([\w-]{1,64})\)/gu;

/** A number, the words that belong to it, and links to cells. */
const NAMED = new RegExp(
  '(?:(?<![\\w.])([-−]?\\d{1,20}(?:[.,]\\d{1,20}){0,8}(?:\\s?%)?)([^\\d[\\]\\n.;]{0,60}))?' +
    `(${LINK.source}(?:,?\\s*${LINK.source})*)`,
  'gu'
);
