import type { BaseChatModel } from '@langchain/core/language_models/chat_models';

import type { IModelProvider as IAnyModelProvider } from '../../contract';
import { keptPart } from '../chat/provider-metadata';
import { abilitiesOf } from './abilities';
import { hostOf } from './options';

/** A built-in provider: one folder, listed in `providers.ts`. */
export type IModelProvider = IAnyModelProvider<BaseChatModel>;

/** What all providers with a server have in common. @param address their own. */
export const served = (address: string) =>
  ({
    label: (choice, trans) => choice.model || trans.__('No model chosen'),
    abilities: abilitiesOf,
    host: choice => hostOf(choice.baseUrl.trim() || address),
    keep: keptPart
  }) satisfies Partial<IModelProvider>;
