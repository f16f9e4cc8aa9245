import { safeImage } from './safe-image';

const SVG = 'http://www.w3.org/2000/svg';
const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="${SVG}" ${attributes}>${inside}</svg>`;
const addressOf = (drawing: string): string =>
  `data:image/svg+xml;base64,${btoa(drawing)}`;

describe('a picture that is shown', () => {
  it.each<[string, string]>([
    ['a drawing', svg('<path d="M0 0"/><circle r="9" fill="url(#a)"/>')],
    ['a drawing with a part used again', svg('<use href="#a"/>')],
    ['a drawing of many parts', svg('<g a="\'>"><path/></g>'.repeat(300))],
    ['a drawing with a style', svg('<style>*{stroke:red}</style>')],
    // An image element runs and fetches none of it.
    [
      'a drawing with a script, a link and an address',
      svg(
        '<script>1</script><a href="https://evil.example"><image href="https://evil.example/a"/></a>',
        'onload="1"'
      )
    ]
  ])('is %s', (_, text) => {
    expect(safeImage(addressOf(text))).toMatch(/^data:image\/svg\+xml;base64,/);
  });

  it.each<[string, string]>([
    [
      'parts that use each other ten times over',
      svg(
        Array.from(
          { length: 12 },
          (_, at) =>
            `<g id="g${at}">${`<use href="#g${at + 1}"/>`.repeat(10)}</g>`
        ).join('') + '<g id="g12"/><use href="#g0"/>'
      )
    ],
    ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`],
    [
      'more levels than a plot has',
      svg('<g>'.repeat(300) + '</g>'.repeat(300))
    ],
    [
      'as many behind something that looks like their ends',
      svg(
        ['<!-- </g> -->', '<?a </g>?>', '<title><![CDATA[</g>]]></title>']
          .map(each => `<g>${each}`.repeat(100))
          .join('') + '</g>'.repeat(300)
      )
    ],
    ['HTML', '<html><body onload="1"></body></html>'],
    ['nothing that can be read', '<svg']
  ])('is never a drawing with %s', (_, text) => {
    expect(safeImage(addressOf(text))).toBeNull();
  });

  it.each([
    'https://evil.example/a.png',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/png;base64,PHNjcmlwdD4=',
    'data:image/png,<script>',
    'javascript:1',
    '../../a.png',
    ''
  ])('is never at %s', address => {
    expect(safeImage(address)).toBeNull();
  });
});
