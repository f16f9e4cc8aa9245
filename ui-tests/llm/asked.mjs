/**
 * Answers that a scripted model chooses by what is requested instead of by order:
 * a workflow repeats requests that were lost, sends several at once, and in an
 * order of its own.
 *
 * `answers` of a script contains a list of steps for each name:
 *
 * - A request with only one form has the form's name (`route`, `plan`, …). The
 *   first step whose `when` occurs in the request is used; otherwise the steps
 *   without `when`, one after the other, with the last one repeated for ever.
 * - The first request of a plan has a step of `route`, `clarify` and `plan` each,
 *   whose arguments are joined.
 * - A request to write a section of a report has the section's title; its steps
 *   are chosen in the same way.
 * - A step of a plan has its title, or `*`. Its steps are chosen by how often the
 *   model has answered in it; a list of such lists is by attempt, with the last
 *   one repeated for ever.
 */
const STEP = /^Do this one step of a plan, and no other: (.*)$/m;
const SECTION = /^The section to write: “(.*?)”/m;

/** The tool that the test of a model has called. */
export const TEST = 'check_connection';

/** The name of what is requested; null for anything else. */
export function askedFor({ messages = [], tools = [] }) {
  if (JSON.stringify(tools).includes(`"${TEST}"`)) {
    return TEST;
  }
  const first = textOf(messages.find(({ role }) => role === 'user'));
  const title = STEP.exec(first)?.[1] ?? SECTION.exec(first)?.[1];
  // Servers that use another form have scripts without such answers.
  return (
    title ?? (tools.length === 1 ? (tools[0].function?.name ?? null) : null)
  );
}

/** The answers that make up the first request of a plan. */
const FIRST = ['route', 'clarify', 'plan'];

/**
 * @param {{answers: object, asked: Map<string, number>}} script `asked` counts
 * how often each was begun.
 * @returns the step to answer with; undefined if the script has none.
 */
export function answerFor(script, body) {
  const name = askedFor(body);
  const [form] = body.tools ?? [];
  if (name === 'plan' && form?.function?.parameters?.properties?.route) {
    const parts = FIRST.flatMap(
      each => (script.answers[each] && named(script, body, each)) || []
    );
    if (parts.length === 0) {
      return undefined;
    }
    // One that is no form is the whole answer.
    return (
      parts.find(({ calls }) => !calls) ??
      Object.assign({}, ...parts, {
        calls: [
          {
            name,
            args: Object.assign({}, ...parts.map(({ calls }) => calls[0].args))
          }
        ]
      })
    );
  }
  return named(script, body, name);
}

function named(script, body, name) {
  if (name === null) {
    return undefined;
  }
  const isStep = STEP.test(textOf(body.messages?.find(isUser)));
  const list = script.answers[name] ?? (isStep ? script.answers['*'] : null);
  if (!list) {
    return undefined;
  }
  const count = script.asked.get(name) ?? 0;
  if (name === TEST) {
    script.asked.set(name, count + 1);
    return list[count % list.length];
  }
  const before = body.messages.filter(
    ({ role }) => role === 'assistant'
  ).length;
  if (!isStep) {
    const text = body.messages.map(textOf).join('\n');
    const fitting = list.find(({ when }) => when && text.includes(when));
    const others = list.filter(({ when }) => !when);
    script.asked.set(name, count + (fitting ? 0 : 1));
    return fitting ?? others[Math.min(count, others.length - 1)];
  }
  if (!Array.isArray(list[0])) {
    return list[Math.min(before, list.length - 1)];
  }
  const begun = before === 0 ? count + 1 : count;
  script.asked.set(name, begun);
  const attempt = list[Math.min(begun, list.length) - 1];
  return attempt[Math.min(before, attempt.length - 1)];
}

const isUser = ({ role }) => role === 'user';

function textOf(message) {
  const { content = '' } = message ?? {};
  return typeof content === 'string'
    ? content
    : (content ?? []).map(part => part.text ?? '').join('\n');
}
