import type { BaseChatModel } from '@langchain/core/language_models/chat_models';

import type { IModelAbilities, IModelChoice, ITranslator } from '../contract';

/** One kind of model. A provider is one file, listed in `registry.ts`. */
export interface IModelProvider {
  /** As `IModelChoice.provider` names it. */
  id: string;
  /** What the model line shows. */
  label(choice: IModelChoice, trans: ITranslator): string;
  abilities(choice: IModelChoice): IModelAbilities;
  /**
   * Where images of tool results go: chat-completions servers refuse them in
   * tool messages and get one user message after all answers of a step.
   */
  images: 'after-answers' | 'in-place';
  /**
   * A model ready to stream. Its errors are `ModelFault`s.
   * @param key undefined where the person gave none (a local server).
   */
  create(choice: IModelChoice, key: string | undefined): Promise<BaseChatModel>;
  /** Asks the endpoint which models it has. @throws ModelFault */
  list?(choice: IModelChoice, key: string | undefined): Promise<string[]>;
}
