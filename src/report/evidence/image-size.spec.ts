import { toBase64 } from '../text/base64-bytes';
import { PNG } from '../stories/evidence-samples';
import { imageSize } from './image-size';

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
