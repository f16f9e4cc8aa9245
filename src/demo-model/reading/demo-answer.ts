/** What the demo says in one step, like a real model: text, then calls. */
export interface IDemoAnswer {
  text: string;
  calls: IDemoCallRequest[];
}

export interface IDemoCallRequest {
  name: string;
  args: Record<string, unknown>;
}

export function callTool(
  name: string,
  args: Record<string, unknown> = {}
): IDemoCallRequest {
  return { name, args };
}

/** The last step of a job. @param next up to three requests for chips. */
export function finalAnswer(
  answer: string,
  next: string[] = [],
  text = ''
): IDemoAnswer {
  const [first] = answer.split('\n', 1);
  return {
    text,
    calls: [
      callTool('final_answer', {
        answer,
        // A summary is spoken and stored as plain text, without markup or
        // links.
        summary: first
          .replace(/\*\*/g, '')
          .replace(/\[([^[\]]*)\]\([^()]*\)/g, '[$1]'),
        ...(next.length > 0 ? { next_items: next.slice(0, 3) } : {})
      })
    ]
  };
}
