/** The last part of a path on the server. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
