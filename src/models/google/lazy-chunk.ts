/**
 * Modules loaded with the first request, in one file, because each chunk slows
 * down JupyterLab's start.
 */
export { googleEmbeddings } from './google-embeddings';
export { googleSource } from './google-source';
