/**
 * Modules that load LangChain's package, in one file, because each chunk slows
 * down JupyterLab's start.
 */
export { completionsSource } from './completions-source';
export { openaiEmbeddings } from './openai-embeddings';
