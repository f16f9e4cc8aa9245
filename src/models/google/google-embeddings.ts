import { ModelFault, type IEmbeddings } from '../../contract';
import { named, type IRequestFacts } from '../errors/model-fault';
import { resourceUrl } from '../provider/resolve-base-url';
import { askWhole } from '../transport/ask-whole';

/** Numbers of a vector; ten times more would tell little more. */
const DIMENSIONS = 768;

/** Vectors of texts, by Google's own API. @throws ModelFault */
export function googleEmbeddings(
  base: URL,
  name: string,
  facts: IRequestFacts
): IEmbeddings {
  const model = `models/${name.replace(/^models\//, '')}`;
  return {
    embedDocuments: async texts => {
      const answer = await askWhole(
        {
          url: resourceUrl(base, `/v1beta/${model}:batchEmbedContents`),
          keyHeader: 'x-goog-api-key',
          body: JSON.stringify({
            requests: texts.map(text => ({
              model,
              content: { parts: [{ text }] },
              outputDimensionality: DIMENSIONS
            }))
          })
        },
        facts
      );
      const list = listIn(answer);
      if (!list) {
        throw new ModelFault('not-json', answer.slice(0, 200), named(facts));
      }
      return list;
    }
  };
}

/** The vectors of an answer; null for another one. */
function listIn(answer: string): number[][] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer);
  } catch {
    // No JSON at all; the caller says so.
    return null;
  }
  const { embeddings } = (parsed ?? {}) as { embeddings?: unknown };
  return Array.isArray(embeddings)
    ? embeddings.map((each: { values?: number[] } | null) => each?.values ?? [])
    : null;
}
