import { JSDOM } from 'jsdom';

import { drawnElements } from './drawn-elements';

const { DOMParser } = new JSDOM().window;

const MAX_COUNT = 1_000;

const drawn = (inside: string): number =>
  drawnElements(
    new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`,
      'image/svg+xml'
    ).documentElement,
    MAX_COUNT
  );

describe('elements of a drawing', () => {
  it('are counted where they stand, and where they are used again', () => {
    expect(drawn('<g><path/><path/></g>')).toBe(4);
    expect(
      drawn(
        '<defs><g id="m"><path/></g></defs><use href="#m"/><use href="#m"/>'
      )
    ).toBe(1 + 1 + 2 + 2 * 3);
    expect(
      drawn('<pattern id="p"><rect/></pattern><rect fill="url(#p)"/>')
    ).toBe(1 + 2 + 3);
    expect(drawn('<use href="#gone"/>')).toBe(2);
    expect(drawn('<rect style="width:100%;fill:#ff0000;opacity:50%"/>')).toBe(
      2
    );
  });

  it.each([
    [
      'ten times each',
      Array.from(
        { length: 9 },
        (_, at) =>
          `<g id="g${at}">${`<use href="#g${at + 1}"/>`.repeat(10)}</g>`
      ).join('')
    ],
    [
      'in a circle',
      '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'
    ],
    ['by a style sheet', '<style>rect{fill:url(#p)}</style>'],
    ['by a style sheet in disguise', '<style>rect{fill:u\\72l(#p)}</style>'],
    ['by a name in disguise', '<use href="#%61"/>'],
    ['by a style in disguise', '<rect style="fill:u\\72l(#p)"/>']
  ])('that are used again %s are too many', (_, inside) =>
    expect(drawn(inside)).toBeGreaterThan(MAX_COUNT)
  );
});
