import type { BaseChatModel } from '@langchain/core/language_models/chat_models';

import type { IModelProvider as IAnyModelProvider } from '../../contract';

/** A built-in provider: one folder, listed in `providers.ts`. */
export type IModelProvider = IAnyModelProvider<BaseChatModel>;
