/** What is loaded with the first request: one file, since each adds to JupyterLab's start. */
export { googleEmbeddings } from './google-embeddings';
export { googleSource } from './google-source';
