import { breather } from '../../text/breather';

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const STORED = 0;
/** 1 January 1980, since the time of packing is of no interest. */
const DATE = 0x21;

/**
 * A zip file of these files, by name and in order. They are stored without
 * compression: most of them are plots, which are compressed already. The page
 * stays responsive between two files.
 */
export async function writeZip(
  files: ReadonlyMap<string, Uint8Array>
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  const breathe = breather();
  for (const [path, data] of files) {
    const name = new TextEncoder().encode(path);
    /** The fields that both records of a file share. */
    const fields = [
      VERSION,
      FLAGS,
      STORED,
      0,
      DATE,
      ...long(crc32(data)),
      ...long(data.length),
      ...long(data.length),
      name.length,
      0
    ];
    directory.push(
      // No comment, one disk, no attributes; then the offset of the file.
      record([
        ...long(ENTRY),
        VERSION,
        ...fields,
        0,
        0,
        0,
        0,
        0,
        ...long(lengthOf(chunks))
      ]),
      name
    );
    chunks.push(record([...long(LOCAL), ...fields]), name, data);
    await breathe();
  }
  return joinedBytes([
    ...chunks,
    ...directory,
    record([
      ...long(END),
      0,
      0,
      files.size,
      files.size,
      ...long(lengthOf(directory)),
      ...long(lengthOf(chunks)),
      0
    ])
  ]);
}

function joinedBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(lengthOf(chunks));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function lengthOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

/** A four-byte number as two two-byte numbers. */
function long(value: number): number[] {
  return [value & 0xffff, value >>> 16];
}

/**
 * Two-byte numbers as bytes, low byte first, which is the byte order of all
 * machines that run a browser.
 */
function record(values: readonly number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(values).buffer);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) {
    value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return value;
});

function crc32(data: Uint8Array): number {
  let crc = -1;
  for (const byte of data) {
    crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 0xff];
  }
  return ~crc >>> 0;
}
