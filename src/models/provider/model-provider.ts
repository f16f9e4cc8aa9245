import type { BaseChatModel } from '@langchain/core/language_models/chat_models';

import {
  type IModelChoice,
  type IModelOption,
  type IModelPreset,
  type IModelProvider as IAnyModelProvider,
  type IModelProviderInfo,
  type ITranslator,
  ModelFault
} from '../../contract';
import { keptPart } from '../chat/provider-metadata';
import type { IVectorForm } from '../connection/small-requests';
import type { IRequestFacts } from '../errors/model-fault';
import type { IModelRequest, IProtocol } from '../transport/ask-model';
import { abilitiesOf } from './abilities';
import { shortModelOption, textOption } from './options';
import { hostOf, resolveBaseUrl } from './resolve-base-url';

/** A built-in provider; `providers.ts` lists them. */
export type IModelProvider = IAnyModelProvider<BaseChatModel>;

/** Whom to send requests to, and what faults may mention of it. */
export interface ITarget {
  model: string;
  facts: IRequestFacts;
  /** A request to a resource below the address. */
  at(path: string): Pick<IModelRequest, 'url' | 'headers' | 'keyHeader'>;
}

/** A provider with a server, as data. */
interface IServed extends Partial<Omit<IModelProvider, 'info' | 'list'>> {
  id: string;
  images: IModelProvider['images'];
  /** The provider's own address; empty if there is none. */
  address: string;
  /** The ending of an address that the paths of its protocol begin with. */
  ending?: RegExp;
  /** Headers the protocol requires, and the one for the key. */
  headers?: Record<string, string>;
  keyHeader?: string;
  info(trans: ITranslator): Pick<
    IModelProviderInfo,
    'title' | 'description' | 'key'
  > & {
    /** What to know about its own address. */
    hint?: string;
    presets?: IModelPreset[];
    options?: IModelOption[];
  };
  models: string[];
  /** Path of the list of models. */
  list: string;
  /** Loads how it is asked. */
  protocol(): Promise<(target: ITarget, choice: IModelChoice) => IProtocol>;
  vectors?: IVectorForm;
}

/** LangChain's models require a key. The real one is added in `askServer`. */
export const NO_KEY = 'not-a-key';

const AZURE = /\.azure\.(com|us|cn)$/;

/** For Azure addresses with a deployment in their path; others need no version. */
const AZURE_VERSION = '2024-10-21';

/** What all providers with a server have in common. */
export function served(data: IServed): IModelProvider {
  const { info, models, protocol, vectors, list, ...own } = data;
  return {
    ...own,
    label: (choice, trans) => choice.model || trans.__('No model chosen'),
    abilities: abilitiesOf,
    host: choice => hostOf(choice.baseUrl.trim() || data.address),
    keep: keptPart,
    info: trans => {
      const { options = [], hint = '', ...texts } = info(trans);
      return {
        id: data.id,
        address: true,
        models,
        missing: null,
        presets: [preset(data.id, texts.title, data.address, hint)],
        ...texts,
        options: [...options, shortModelOption(trans)]
      };
    },
    async create(choice, key) {
      const to = target(data, choice, key, true);
      // LangChain is heavy and only needed for a conversation.
      const protocolOf = await protocol();
      const { protocolSource } = await import('../transport/ask-model');
      const { StreamingChatModel } =
        await import('../chat/streaming-chat-model');
      return new StreamingChatModel(protocolSource(to, protocolOf(to, choice)));
    },
    async list(choice, key) {
      const { fetchModels } = await import('../connection/small-requests');
      const { at, facts } = target(data, choice, key);
      return fetchModels(at(list), { host: facts.host, key: facts.key });
    },
    ...(vectors && {
      embeddingModel: vectors.model || undefined,
      async makeEmbeddings(choice, key) {
        const to = target(data, choice, key, true);
        const { fetchVectors } = await import('../connection/small-requests');
        return {
          embedDocuments: texts => fetchVectors(texts, to, vectors)
        };
      }
    })
  };
}

/** @throws ModelFault for an invalid address, or where a model is needed. */
function target(
  { address, ending, headers, keyHeader }: IServed,
  choice: IModelChoice,
  key: string | undefined,
  needsModel = false
): ITarget {
  const { base, url, host } = resolveBaseUrl(choice.baseUrl.trim() || address);
  const model = choice.model.trim();
  if (needsModel && model === '') {
    throw new ModelFault('unknown-model', 'No model is chosen.', { host });
  }
  // What Azure requires, or the person has set.
  const isAzure = AZURE.test(url.hostname);
  const how = textOption(choice, 'keyHeader', 'auto');
  const isApiKey = how === 'api-key' || (how === 'auto' && isAzure);
  const version =
    textOption(choice, 'apiVersion') ||
    (isAzure && url.pathname.includes('/deployments/') ? AZURE_VERSION : '');
  const query =
    version && `?${new URLSearchParams({ 'api-version': version })}`;
  return {
    model,
    facts: {
      provider: choice.provider,
      host,
      baseUrl: choice.baseUrl,
      model,
      key: key?.trim() || undefined,
      ownTemperature: choice.temperature === null
    },
    at: path => ({
      url: base.replace(ending ?? '', '') + path + query,
      headers,
      keyHeader: keyHeader ?? (isApiKey ? 'api-key' : undefined)
    })
  };
}

/** A well-known server; one on the internet needs a key. */
export function preset(
  id: string,
  title: string,
  baseUrl: string,
  hint: string
): IModelPreset {
  const needsKey = baseUrl.startsWith('https:');
  return { id, title, baseUrl, hint, needsKey };
}
