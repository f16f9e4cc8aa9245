/**
 * Modules that load LangChain's package, in one file, because each chunk slows
 * down JupyterLab's start.
 */
export { CompatibleChatModel } from './compatible-chat-model';
export { openaiEmbeddings } from './openai-embeddings';
