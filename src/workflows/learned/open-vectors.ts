import {
  DEMO_CHOICE,
  type IAgentSettings,
  type IModelChoice,
  type IModelProvider,
  type ITranslator
} from '../../contract';
import { SetupError } from '../../engine/errors';
import { VectorDatabase } from '../../memory';
import { TextVectors, type IVectorSource } from '../../search';

export interface IOpenVectorsOptions {
  /** The server's base URL and the user's name. */
  owner: readonly string[];
  settings(): IAgentSettings['search'];
  model(): { choice: IModelChoice; key: string | undefined };
  /** Whether the person knows that texts go to the chosen model's provider. */
  disclosed(): boolean;
  providers(): Promise<readonly IModelProvider[]>;
  trans: ITranslator;
}

/**
 * Vectors of texts from the provider of the chosen model. None are made while
 * the setting is off, or before the person was told about it.
 */
export function openVectors(options: IOpenVectorsOptions): TextVectors {
  return new TextVectors({
    source: () => sourceOf(options),
    store: new VectorDatabase({ owner: options.owner })
  });
}

/** @throws SetupError if it is switched on but not possible. */
async function sourceOf({
  settings,
  model,
  disclosed,
  providers,
  trans
}: IOpenVectorsOptions): Promise<IVectorSource | null> {
  const { meaning, model: named } = settings();
  if (!meaning) {
    return null;
  }
  const all = await providers();
  // Read together with `told`, without an await in between: another model may
  // be chosen meanwhile.
  const { choice, key } = model();
  if (choice.provider === DEMO_CHOICE.provider) {
    return null;
  }
  const provider = all.find(({ id }) => id === choice.provider);
  if (!provider?.makeEmbeddings) {
    throw new SetupError(
      trans.__(
        'The provider of this model cannot compare texts by meaning. Choose another one, or switch “Find by meaning” off in the settings.'
      )
    );
  }
  const name = named || provider.embeddingModel;
  if (!name) {
    throw new SetupError(
      trans.__(
        'No model for comparing texts is set. Enter its name in the settings, under “Find by meaning”.'
      )
    );
  }
  if (!disclosed()) {
    return null;
  }
  return {
    id: JSON.stringify([provider.id, provider.host(choice), name]),
    embed: async texts => {
      const created = await provider.makeEmbeddings!(
        { ...choice, model: name },
        key
      );
      return created.embedDocuments(texts);
    }
  };
}
