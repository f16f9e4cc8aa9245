/** What brings LangChain's package along: one file, since each adds to JupyterLab's start. */
export { CompatibleChatModel } from './compatible-chat-model';
export { openaiEmbeddings } from './openai-embeddings';
