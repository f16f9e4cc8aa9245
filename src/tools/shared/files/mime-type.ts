/** Endings of code that a kernel of a language runs or imports. */
const CODE: Readonly<Record<string, RegExp>> = {
  python: /\.(?:py|pyi|ipy)$/i,
  r: /\.r$/i,
  julia: /\.jl$/i
};

/** Files without lines to search: images, archives, binary tables. */
const BINARY =
  /\.(png|jpe?g|gif|webp|bmp|tiff?|ico|svgz|pdf|zip|gz|bz2|xz|zst|7z|tar|whl|jar|parquet|feather|arrow|pkl|pickle|joblib|npy|npz|mat|h5|hdf5?|nc|rds|rdata|xlsx?|ods|docx?|pptx?|db|sqlite3?|duckdb|so|dll|dylib|exe|bin|pyc|o|a|class|mp[34]|wav|ogg|flac|avi|mov|mkv|woff2?|ttf|otf|pt|pth|onnx|safetensors)$/i;

const MIME_TYPES: Record<string, string> = {
  py: 'text/x-python',
  r: 'text/x-rsrc',
  jl: 'text/x-julia',
  md: 'text/x-ipythongfm',
  json: 'application/json',
  yml: 'text/x-yaml',
  yaml: 'text/x-yaml',
  toml: 'text/x-toml',
  sql: 'text/x-sql',
  sh: 'text/x-sh',
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  ts: 'text/typescript',
  tex: 'text/x-stex'
};

/**
 * Whether the file's lines may be shown when values may not: only code that the
 * notebook's own kernel runs. A query, a script or a note may hold values.
 */
export function isCode(path: string, language: string): boolean {
  return CODE[language.toLowerCase()]?.test(path) ?? false;
}

export function isBinary(path: string): boolean {
  return BINARY.test(path);
}

/** The MIME type of a picture that can be shown to a model, or null. */
export function pictureType(path: string): string | null {
  const [, ending = ''] = /\.(png|jpe?g|gif|webp)$/i.exec(path) ?? [];
  const type = ending.toLowerCase().replace('jpg', 'jpeg');
  return type && `image/${type}`;
}

export function isTable(path: string): boolean {
  return /\.(csv|tsv|tab)$/i.test(path);
}

export function isNotebook(path: string): boolean {
  return /\.ipynb$/i.test(path);
}

/** The MIME type, for syntax colouring. */
export function mimeTypeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1].toLowerCase() ?? '';
  return MIME_TYPES[extension] ?? 'text/plain';
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.split('/').pop() || path;
}
