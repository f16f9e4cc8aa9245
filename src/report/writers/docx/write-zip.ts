import { Breather } from '../../text/breather';

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const STORED = 0;
const DEFLATED = 8;
const VERSION = 20;
/** 1 January 1980: when a file was packed says nothing. */
const DATE = 0x21;

/** What is packed already, and grows when it is packed once more. */
const PACKED = /\.(png|jpe?g|gif)$/i;

interface IPackedFile {
  name: Uint8Array;
  method: typeof STORED | typeof DEFLATED;
  bytes: Uint8Array;
  crc: number;
  size: number;
}

/**
 * A zip file of these files, by their names and in their order. The browser
 * packs them beside the page, which goes on between two of them.
 */
export async function writeZip(
  files: ReadonlyMap<string, Uint8Array>
): Promise<Uint8Array> {
  const packed: IPackedFile[] = [];
  const breather = new Breather();
  for (const [path, data] of files) {
    packed.push(await packedFile(path, data));
    await breather.breathe();
  }
  return joined(packed);
}

async function packedFile(
  path: string,
  data: Uint8Array
): Promise<IPackedFile> {
  const deflated = PACKED.test(path) ? null : await deflate(data);
  return {
    name: new TextEncoder().encode(path),
    method: deflated ? DEFLATED : STORED,
    bytes: deflated ?? data,
    crc: crc32(data),
    size: data.length
  };
}

/** null where the browser packs nothing. */
async function deflate(data: Uint8Array): Promise<Uint8Array | null> {
  if (typeof CompressionStream === 'undefined') {
    return null;
  }
  const stream = new CompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  const written = writer
    .write(data as Uint8Array<ArrayBuffer>)
    .then(() => writer.close());
  const chunks: Uint8Array[] = [];
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    chunks.push(value);
  }
  await written;
  return concatenated(chunks);
}

function joined(files: readonly IPackedFile[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const file of files) {
    const head = record(LOCAL, fieldsOf(file));
    chunks.push(head, file.name, file.bytes);
    directory.push(
      record(ENTRY, [
        [2, VERSION],
        ...fieldsOf(file),
        // No comment, one disk, no attributes; then where it begins.
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, at]
      ]),
      file.name
    );
    at += head.length + file.name.length + file.bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = record(END, [
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, size],
    [4, at],
    [2, 0]
  ]);
  return concatenated([...chunks, ...directory, end]);
}

type Field = readonly [bytes: 2 | 4, value: number];

/** What both records of a file say of it. */
function fieldsOf({ name, method, bytes, crc, size }: IPackedFile): Field[] {
  return [
    [2, VERSION],
    [2, FLAGS],
    [2, method],
    [2, 0],
    [2, DATE],
    [4, crc],
    [4, bytes.length],
    [4, size],
    [2, name.length],
    [2, 0]
  ];
}

function record(signature: number, fields: readonly Field[]): Uint8Array {
  const all: Field[] = [[4, signature], ...fields];
  const length = all.reduce((sum, [bytes]) => sum + bytes, 0);
  const view = new DataView(new ArrayBuffer(length));
  let at = 0;
  for (const [bytes, value] of all) {
    if (bytes === 2) {
      view.setUint16(at, value, true);
    } else {
      view.setUint32(at, value, true);
    }
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function concatenated(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(
    chunks.reduce((sum, { length }) => sum + length, 0)
  );
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

let table: Uint32Array | null = null;

function crc32(data: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) {
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    }
    return value;
  });
  let crc = 0xffffffff;
  for (const byte of data) {
    crc = (crc >>> 8) ^ table[(crc ^ byte) & 0xff];
  }
  return (crc ^ 0xffffffff) >>> 0;
}
