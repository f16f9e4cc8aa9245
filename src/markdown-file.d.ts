/** A file of text that the builder takes in as it stands. */
declare module '*.md' {
  const text: string;
  export default text;
}
