import type { BaseChatModel } from '@langchain/core/language_models/chat_models';

import type { IModelProvider as IAnyModelProvider } from '../../contract';

/** A provider that is built in: one file, listed in `registry.ts`. */
export type IModelProvider = IAnyModelProvider<BaseChatModel>;
