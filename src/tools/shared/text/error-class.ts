/**
 * The class of an error, as a notebook stores it. Some kernels put a message in
 * its place, which may hold values; then it is only called an error.
 *
 * @param otherwise what it is called then.
 */
export function errorClass(
  { name }: { name: string },
  otherwise = 'an error'
): string {
  return /^[A-Za-z_][\w.]{0,79}$/.test(name) ? name : otherwise;
}
