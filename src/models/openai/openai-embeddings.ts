import { OpenAIEmbeddings } from '@langchain/openai';

import type { IEmbeddings } from '../../contract';
import { FaultCarrier, modelFault } from '../errors/model-fault';
import { NO_KEY } from '../provider/no-key';
import { askWhole } from '../transport/ask-whole';
import type { IOpenAITarget } from './openai-target';

/**
 * Vectors of texts, from any server that speaks OpenAI's protocol. As for chat
 * models, only the address and the body of the SDK's request are used.
 *
 * @throws ModelFault
 */
export function openaiEmbeddings({
  base,
  model,
  query,
  keyHeader,
  facts
}: IOpenAITarget): IEmbeddings {
  const ask: typeof fetch = async (input, init) => {
    try {
      const url = input instanceof Request ? input.url : String(input);
      const body = String(init?.body);
      const text = await askWhole({ url, body, keyHeader }, facts);
      return new Response(text, {
        headers: { 'content-type': 'application/json' }
      });
    } catch (error) {
      // The SDK reads error messages, so this error has none.
      throw new FaultCarrier(modelFault(error));
    }
  };
  const made = new OpenAIEmbeddings({
    model,
    apiKey: NO_KEY,
    // The caller waits before trying again, and shows that.
    maxRetries: 0,
    // Not every server supports the more compact format.
    encodingFormat: 'float',
    configuration: {
      baseURL: base.href,
      defaultQuery: query,
      dangerouslyAllowBrowser: true,
      fetch: ask
    }
  });
  return {
    embedDocuments: async texts => {
      try {
        return await made.embedDocuments(texts);
      } catch (error) {
        throw modelFault(error);
      }
    }
  };
}
