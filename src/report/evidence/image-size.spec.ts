import { toBase64 } from '../../contract/text/to-base64';
import { PNG } from '../stories/evidence-samples';
import { imageSize, readDrawing } from './image-size';

const bytes = (...values: number[]): string => toBase64(new Uint8Array(values));

describe('the size of an image', () => {
  it('is read from its own head', () => {
    expect(imageSize('image/png', PNG)).toEqual({ width: 1, height: 1 });
    expect(
      imageSize(
        'image/gif',
        bytes(0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 64, 1, 200, 0)
      )
    ).toEqual({ width: 320, height: 200 });
    expect(
      imageSize(
        'image/jpeg',
        bytes(
          ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0],
          ...[0xff, 0xc0, 0, 17, 8, 1, 44, 1, 144, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        )
      )
    ).toEqual({ width: 400, height: 300 });
  });

  it.each([
    ['another type than it says', 'image/jpeg', PNG],
    ['no base64', 'image/png', '%%%'],
    ['a script', 'image/png', btoa('<script>alert(1)</script>')],
    ['a head alone', 'image/png', PNG.slice(0, 12)],
    [
      'no pixels',
      'image/gif',
      bytes(0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0, 0, 0, 0)
    ],
    [
      'a JPEG without a frame',
      'image/jpeg',
      bytes(0xff, 0xd8, 0xff, 0xd9, 0, 0)
    ]
  ])('is none of %s', (_, type, data) => {
    expect(imageSize(type, data)).toBeNull();
  });
});

describe('the size of a drawing', () => {
  const svg = (attributes: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><circle r="1"/></svg>`;

  it.each([
    ['its own', 'width="120pt" height="60pt" viewBox="0 0 9 9"', [160, 80]],
    ['that of its box', 'viewBox="0 0 200 100"', [200, 100]],
    ['a usual one', '', [640, 480]]
  ])('is %s, and stands in it', (_, attributes, [width, height]) => {
    const read = readDrawing(svg(attributes));
    expect(read).toMatchObject({ width, height });
    expect(read?.data).toContain(`width="${width}" height="${height}"`);
    expect(read?.data).toContain('viewBox="0 0 ');
    expect(read?.data).toContain('<circle');
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
    expect(readDrawing(source)).toBeNull();
  });
});
