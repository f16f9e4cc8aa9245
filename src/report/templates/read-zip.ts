/** Why a zip file cannot be read. */
export class ZipError extends Error {
  constructor(readonly reason: 'broken' | 'too-large') {
    super(`The zip file is ${reason}.`);
    this.name = 'ZipError';
  }
}

const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_SIZE = 22;
/** A comment may follow the end record. */
const LONGEST_COMMENT = 65_535;

/**
 * The files in a zip file, by name.
 *
 * @param wants whether a file is unpacked.
 * @param largest size of all of them unpacked, in bytes; the sizes stated in
 * the file are not trusted.
 * @throws ZipError
 */
export async function readZip(
  bytes: Uint8Array,
  wants: (name: string) => boolean,
  largest: number
): Promise<Map<string, Uint8Array>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = new Map<string, Uint8Array>();
  let left = largest;
  try {
    const end = endOf(view);
    let at = view.getUint32(end + 16, true);
    for (let count = view.getUint16(end + 10, true); count > 0; count--) {
      if (view.getUint32(at, true) !== ENTRY) {
        throw new ZipError('broken');
      }
      const nameLength = view.getUint16(at + 28, true);
      const name = new TextDecoder().decode(
        bytes.subarray(at + 46, at + 46 + nameLength)
      );
      if (wants(name)) {
        const file = await unpacked(bytes, view, at, left);
        left -= file.length;
        files.set(name, file);
      }
      at +=
        46 +
        nameLength +
        view.getUint16(at + 30, true) +
        view.getUint16(at + 32, true);
    }
  } catch (error) {
    // Offsets outside the file, and data that is not packed as stated.
    throw error instanceof ZipError ? error : new ZipError('broken');
  }
  return files;
}

/** The offset of the end of the directory. */
function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT);
  for (let at = view.byteLength - END_SIZE; at >= first; at--) {
    if (view.getUint32(at, true) === END) {
      return at;
    }
  }
  throw new ZipError('broken');
}

async function unpacked(
  bytes: Uint8Array,
  view: DataView,
  entry: number,
  largest: number
): Promise<Uint8Array> {
  const method = view.getUint16(entry + 10, true);
  const size = view.getUint32(entry + 20, true);
  const local = view.getUint32(entry + 42, true);
  const start =
    local +
    30 +
    view.getUint16(local + 26, true) +
    view.getUint16(local + 28, true);
  const packed = bytes.slice(start, start + size);
  if (method === 0) {
    if (packed.length > largest) {
      throw new ZipError('too-large');
    }
    return packed;
  }
  if (method !== 8) {
    throw new ZipError('broken');
  }
  return inflated(packed, largest);
}

async function inflated(
  packed: Uint8Array<ArrayBuffer>,
  largest: number
): Promise<Uint8Array> {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  // A failure here also reaches the reader.
  const written = writer
    .write(packed)
    .then(() => writer.close())
    .catch(() => undefined);
  const reader = stream.readable.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    length += value.length;
    if (length > largest) {
      await reader.cancel();
      throw new ZipError('too-large');
    }
    chunks.push(value);
  }
  await written;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
