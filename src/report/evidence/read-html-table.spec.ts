import { readHtmlTable } from './read-html-table';

describe('a table out of HTML', () => {
  it('has its spanned cells in each row and column', () => {
    const read = readHtmlTable(
      '<table><thead><tr><th rowspan="2">a</th><th colspan="2">b</th></tr><tr><th>x</th><th>y</th></tr></thead>' +
        '<tbody><tr><th>1</th><td>2</td><td>3</td></tr></tbody></table>'
    );
    expect(read?.table.header).toEqual([
      ['a', 'b', 'b'],
      ['a', 'x', 'y']
    ]);
    expect(read?.table.rows).toEqual([['1', '2', '3']]);
    expect(read?.cut).toBe(false);
  });

  it('has as many rows as pandas shows at most, and knows of the rest', () => {
    const read = readHtmlTable(
      `<table><tr><th>n</th></tr>${Array.from({ length: 70 }, (_, at) => `<tr><td>${at}</td></tr>`).join('')}</table>`
    );
    expect(read?.table.rows).toHaveLength(60);
    expect(read?.table.rows.slice(28, 33)).toEqual([
      ['28'],
      ['29'],
      ['…'],
      ['41'],
      ['42']
    ]);
    expect(read?.table.rows.at(-1)).toEqual(['69']);
    expect(read?.table.size).toEqual({ rows: 70, columns: 1 });
    expect(read?.cut).toBe(true);
  });

  it.each([
    ['pandas', '<p>344 rows × 7 columns</p>', 344, 7],
    ['polars', '<small>shape: (1_344, 7)</small>', 1344, 7],
    ['R', '<caption>A data.frame: 344 × 7</caption>', 344, 7]
  ])('knows its size as %s tells it', (_, described, rows, columns) => {
    const inside = described.startsWith('<caption');
    const read = readHtmlTable(
      `${inside ? '' : described}<table>${inside ? described : ''}<tr><th>a</th></tr><tr><td>1</td></tr></table>`
    );
    expect(read?.table.size).toEqual({ rows, columns });
  });

  it('is not filled up by spans that are made to be huge', () => {
    const read = readHtmlTable(
      `<table>${'<tr><td colspan="1000" rowspan="65000">x</td><td>y</td></tr>'.repeat(40)}</table>`
    );
    expect(JSON.stringify(read).length).toBeLessThan(20_000);
  });

  it('holds text alone: what runs or styles is left out', () => {
    const read = readHtmlTable(
      '<table><tr><td><script>alert(1)</script><style>x{}</style><img src=x onerror=alert(1)>safe</td></tr></table>'
    );
    expect(read?.table.rows).toEqual([['safe']]);
  });

  it('is none where there is none', () => {
    expect(readHtmlTable('<p>text</p>')).toBeNull();
  });
});
