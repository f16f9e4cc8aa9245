import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { createMiddleware } from 'langchain';

/**
 * A model that is made at its first request. A run that goes on after a reload
 * may have calls to apply before it asks a model, and a key that is missing
 * must not keep them from it.
 */
export class LateModel extends BaseChatModel {
  readonly #make: () => Promise<BaseChatModel>;
  #made: Promise<BaseChatModel> | null = null;

  constructor(make: () => Promise<BaseChatModel>) {
    super({});
    this.#make = make;
  }

  _llmType(): string {
    return 'late';
  }

  /** The model itself. @throws what making it throws; asked again, it tries again. */
  real(): Promise<BaseChatModel> {
    this.#made ??= this.#make().catch((error: unknown) => {
      this.#made = null;
      throw error;
    });
    return this.#made;
  }

  override async _generate(): Promise<never> {
    throw new Error('The middleware puts the real model in its place.');
  }

  override async stream(
    ...args: Parameters<BaseChatModel['stream']>
  ): ReturnType<BaseChatModel['stream']> {
    return (await this.real()).stream(...args);
  }
}

/** Puts the real model in its place, before anything looks at whom it asks. */
export function lateModelMiddleware(late: LateModel) {
  return createMiddleware({
    name: 'lateModel',
    wrapModelCall: async (request, handler) =>
      handler(
        request.model === late
          ? { ...request, model: await late.real() }
          : request
      )
  });
}
