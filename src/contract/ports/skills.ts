/** A skill as it is announced to a model. */
export interface ISkillInfo {
  /** Lower-case letters, digits and single hyphens. */
  name: string;
  description: string;
  /**
   * Path of its `SKILL.md` from the server's root; `~skills/…` in the person's
   * own folder.
   */
  path: string;
}

/** A skill the person agreed to, as it is now. */
export interface ISkillText extends ISkillInfo {
  /** Its text, without front matter and without invisible characters. */
  text: string;
}

/** The skills found around a notebook that the person agreed to. */
export interface ISkills {
  /** The skills that may be loaded; nearest first. */
  list(): Promise<readonly ISkillInfo[]>;
  /**
   * The current skill of this name; null if there is none, or if it waits for
   * the person's agreement.
   */
  load(name: string): Promise<ISkillText | null>;
}
