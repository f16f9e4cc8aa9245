import { deflateSync } from 'node:zlib';

/** A PNG of a single colour, as base64. */
export function png(width: number, height: number, rgb: number[]): string {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits each for red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([
    Buffer.alloc(1),
    Buffer.concat(Array.from({ length: width }, () => Buffer.from(rgb)))
  ]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0))
  ]).toString('base64');
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/**
 * The checksum of the PNG format, bit by bit, which is fast enough for small
 * images.
 */
function crc32(data: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
  }
  return (sum ^ 0xffffffff) >>> 0;
}
