/** Code and prose: files a person writes, as opposed to data. */
const CODE =
  /\.(py|pyi|pyx|ipy|r|rmd|qmd|jl|m|do|sas|stan|sql|sh|bash|zsh|ps1|bat|jsx?|mjs|cjs|tsx?|s?css|md|rst|tex|java|kt|scala|c|cc|cpp|cxx|h|hpp|cs|go|rs|rb|php|pl|lua|swift)$/i;

const CODE_NAMES =
  /^(makefile|dockerfile|snakefile|pyproject\.toml|environment\.ya?ml|requirements[^/]*\.txt|license|readme|\.gitignore)$/i;

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

/** Whether the file's lines may be shown when values may not. */
export function isCode(path: string): boolean {
  return CODE.test(path) || CODE_NAMES.test(baseName(path));
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

/** The last part of a path, for use in a sentence. */
export function baseName(path: string): string {
  return spoken(path.split('/').pop() || path);
}

/**
 * A path for use in a sentence, made safe so that no name can look like a cell
 * mark.
 */
export function spoken(path: string): string {
  return path.replaceAll('⟦', '[').replaceAll('⟧', ']');
}
