import { safeSvg } from './safe-svg';

const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120pt" height="60pt" viewBox="0 0 120 60" ${attributes}>${inside}</svg>`;

describe('a drawing', () => {
  it('keeps what draws: paths, text, gradients, clips and parts that are used again', () => {
    const safe = safeSvg(
      svg(
        '<defs><style>*{stroke-linejoin: round}</style><linearGradient id="g"><stop offset="0"/></linearGradient><clipPath id="c"><rect width="1" height="1"/></clipPath></defs>' +
          '<g clip-path="url(#c)"><path d="M0 0L9 9" style="fill: url(#g)"/></g><use xlink:href="#m"/><text x="1">Köln 한국</text>'
      )
    );
    expect(safe).toMatchObject({ width: 160, height: 80 });
    for (const part of [
      'stroke-linejoin',
      'clip-path="url(#c)"',
      'fill: url(#g)',
      'href="#m"',
      'Köln 한국',
      'linearGradient'
    ]) {
      expect(safe?.text).toContain(part);
    }
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a handler', '<rect onload="alert(1)" onclick="alert(1)"/>'],
    ['HTML', '<foreignObject><body onload="alert(1)"/></foreignObject>'],
    ['a link', '<a href="javascript:alert(1)"><text>x</text></a>'],
    [
      'a change of an address',
      '<set attributeName="href" to="javascript:alert(1)"/><animate attributeName="href" values="javascript:alert(1)"/>'
    ],
    [
      'an image of elsewhere',
      '<image href="https://evil.example/alert(1).png"/>'
    ],
    [
      'a drawing in an image',
      '<image href="data:image/svg+xml;base64,alert(1)"/>'
    ],
    ['parts of elsewhere', '<use href="https://evil.example/alert(1)#x"/>'],
    [
      'a style of elsewhere',
      '<style>@import "https://evil.example/alert(1)";</style>'
    ],
    [
      'an address in a style',
      '<rect style="fill:url(https://evil.example/alert(1))"/>'
    ],
    [
      'an address in disguise',
      '<rect style="fill:u\\72l(https://evil.example/alert(1))"/>'
    ],
    [
      'another way to name an image',
      '<style>rect{background:image-set("https://evil.example/alert(1)" 1x)}</style>'
    ],
    [
      'a handler of another space',
      '<rect xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="alert(1)"/>'
    ]
  ])('loses %s', (_, hostile) => {
    const safe = safeSvg(svg(`${hostile}<circle r="1"/>`));
    expect(safe?.text).toContain('circle');
    expect(safe?.text).not.toMatch(/alert|evil|javascript/);
  });

  it.each([
    ['HTML', '<html><body>x</body></html>'],
    ['broken', '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'],
    ['of another space', '<svg><circle r="1"/></svg>'],
    [
      'made larger by entities',
      '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'
    ],
    ['text', 'alert(1)']
  ])('is none where it is %s', (_, source) => {
    expect(safeSvg(source)).toBeNull();
  });

  it('takes the size of its box where it names none', () => {
    expect(
      safeSvg('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"/>')
    ).toMatchObject({ width: 200, height: 100 });
  });
});
