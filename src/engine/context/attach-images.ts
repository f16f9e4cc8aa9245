import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage,
  type MessageContent
} from '@langchain/core/messages';

import type { IToolImage } from '../../contract';

/** Images of this many recent steps are sent; older ones are only described. */
const STEPS_WITH_IMAGES = 2;

/** Pictures of this many recent messages of the person are sent. */
const MESSAGES_WITH_IMAGES = 2;

/**
 * The field of a person's message that lists its pictures, as ids in the image
 * store.
 */
export const PICTURES = 'cellwright_pictures';

/** Where a provider takes images; see `IModelProvider`. */
type ImagePlace = 'after-answers' | 'in-place';

/** What a tool message carries beside its text. */
export interface IImageArtifact {
  /** Ids in the image store. */
  imageIds: string[];
  /** Made in the mode "schemas only", so it holds no value. */
  schemasOnly?: boolean;
}

/** Finds an image of the thread by its id. */
export type FindImage = (id: string) => Promise<IToolImage | undefined>;

/**
 * Adds the images of the last steps, and of the person's last messages, for a
 * model that sees images. They go into the answers if the provider takes them
 * there, else into one user message after all tool answers of the step, since
 * chat-completions servers refuse an image in a tool message. They are added
 * only to what is sent, never to what is stored.
 *
 * @returns the same array if there is nothing to add.
 */
export async function withImages(
  messages: BaseMessage[],
  find: FindImage,
  place: ImagePlace
): Promise<BaseMessage[]> {
  const steps = imageSteps(messages).slice(-STEPS_WITH_IMAGES);
  const sent = [...messages];
  let changed = false;
  const texts = messages.flatMap((message, index) =>
    HumanMessage.isInstance(message) && idsOf(message).length > 0 ? index : []
  );
  for (const index of texts.slice(-MESSAGES_WITH_IMAGES)) {
    const images = await imagesOf(messages[index], find);
    if (images.length > 0) {
      sent[index] = messageWithImages(messages[index], images);
      changed = true;
    }
  }
  for (const { answers, end } of steps.reverse()) {
    const found = await Promise.all(
      answers.map(async index => ({
        index,
        images: await imagesOf(messages[index], find)
      }))
    );
    const images = found.flatMap(each => each.images);
    if (images.length === 0) {
      continue;
    }
    changed = true;
    if (place === 'after-answers') {
      sent.splice(end, 0, imageMessage(images));
    } else {
      found
        .filter(each => each.images.length > 0)
        .forEach(each => {
          sent[each.index] = answerWithImages(
            messages[each.index] as ToolMessage,
            each.images
          );
        });
    }
  }
  return changed ? sent : messages;
}

/** How a result announces a picture: `[image 1: PNG 545×371]`. */
const ANNOUNCED = /\[image \d+: (?:(?:PNG|JPEG) (\d+)×(\d+)|([^\]\n]*))\]/g;

/** How a message announces one. */
const ATTACHED_PICTURE =
  /^(--- picture ".*", \d+ × \d+ px(?:, from the MCP server ".*")?)$/gm;

/**
 * The same messages for a model that sees no images: what announces one says
 * so.
 *
 * @returns the same array if there is none.
 */
export function withoutImages(messages: BaseMessage[]): BaseMessage[] {
  const sent = messages.map(message => {
    if (idsOf(message).length === 0) {
      return message;
    }
    if (ToolMessage.isInstance(message)) {
      return new ToolMessage({
        id: message.id,
        content: message.text.replace(
          ANNOUNCED,
          (_, width?: string, height?: string, what?: string) =>
            `[${what ?? `a plot, ${width} × ${height}`}; you cannot see it]`
        ),
        tool_call_id: message.tool_call_id,
        name: message.name,
        status: message.status
      });
    }
    return new HumanMessage({
      id: message.id,
      content: message.text.replace(
        ATTACHED_PICTURE,
        '$1, which you cannot see'
      )
    });
  });
  return sent.some((message, index) => message !== messages[index])
    ? sent
    : messages;
}

/** Whether the last step brought an image, or the last message has one. */
export function bringsImage(messages: readonly BaseMessage[]): boolean {
  const last = messages.findLastIndex(message => AIMessage.isInstance(message));
  return messages.slice(last + 1).some(message => idsOf(message).length > 0);
}

/**
 * Steps that brought images: the indices of their answers with images, and of
 * the first message after the step.
 */
function imageSteps(
  messages: BaseMessage[]
): { answers: number[]; end: number }[] {
  const steps: { answers: number[]; end: number }[] = [];
  let answers: number[] = [];
  messages.forEach((message, index) => {
    if (AIMessage.isInstance(message)) {
      answers = [];
    } else if (ToolMessage.isInstance(message)) {
      if (idsOf(message).length > 0) {
        answers.push(index);
      }
      if (answers.length > 0 && !ToolMessage.isInstance(messages[index + 1])) {
        steps.push({ answers, end: index + 1 });
        answers = [];
      }
    }
  });
  return steps;
}

function idsOf(message: BaseMessage): string[] {
  return ToolMessage.isInstance(message)
    ? ((message.artifact as IImageArtifact | undefined)?.imageIds ?? [])
    : ((message.additional_kwargs[PICTURES] as string[] | undefined) ?? []);
}

async function imagesOf(
  message: BaseMessage,
  find: FindImage
): Promise<IToolImage[]> {
  const images = await Promise.all(idsOf(message).map(find));
  return images.filter(image => image !== undefined);
}

function imageMessage(images: IToolImage[]): HumanMessage {
  return new HumanMessage({
    content: [
      { type: 'text', text: 'The images of the results above, in order:' },
      ...images.map(imagePart)
    ]
  });
}

function messageWithImages(
  { id, text }: BaseMessage,
  images: IToolImage[]
): HumanMessage {
  return new HumanMessage({
    id,
    content: [{ type: 'text', text }, ...images.map(imagePart)]
  });
}

function answerWithImages(
  answer: ToolMessage,
  images: IToolImage[]
): ToolMessage {
  return new ToolMessage({
    id: answer.id,
    content: [{ type: 'text', text: answer.text }, ...images.map(imagePart)],
    tool_call_id: answer.tool_call_id,
    name: answer.name,
    status: answer.status
  });
}

/** As OpenAI's API and LangChain take it. */
export function imagePart({
  mimeType,
  data
}: Pick<IToolImage, 'mimeType' | 'data'>) {
  return {
    type: 'image_url' as const,
    image_url: { url: `data:${mimeType};base64,${data}` }
  } satisfies Exclude<MessageContent, string>[number];
}
