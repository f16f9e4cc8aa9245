import {
  type IPatternMatch,
  type IPatterns,
  WorkspaceError
} from '../contract';

/** Regular expressions on the same thread, without a time limit. */
export class FakePatterns implements IPatterns {
  /** The patterns, in order. */
  readonly asked: string[] = [];
  /** Makes every search take too long. */
  tooSlow = false;

  async find(
    pattern: string,
    texts: string[],
    limits: { matches: number; ms: number },
    signal: AbortSignal
  ): Promise<{ matches: IPatternMatch[]; cut: boolean }> {
    this.asked.push(pattern);
    if (signal.aborted) {
      throw signal.reason;
    }
    const expression = compile(pattern);
    if (this.tooSlow && texts.length > 0) {
      throw new WorkspaceError('bad-pattern', `${pattern} takes too long.`);
    }
    const matches = texts.flatMap((text, index) =>
      text
        .split(/\r?\n/)
        .map((content, line) => ({ text: index, line: line + 1, content }))
        .filter(({ content }) => expression.test(content))
    );
    return {
      matches: matches.slice(0, limits.matches),
      cut: matches.length > limits.matches
    };
  }
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'i');
  } catch (error) {
    throw new WorkspaceError(
      'bad-pattern',
      `${pattern} is not a regular expression: ${String(error)}`
    );
  }
}
