/** A skill as a model is told of it. */
export interface ISkillInfo {
  /** Small letters, digits and single hyphens. */
  name: string;
  description: string;
  /** Of its `SKILL.md`, from the server's root; `~skills/…` in the person's own folder. */
  path: string;
}

/** A skill that the person agreed to, as it is now. */
export interface ISkillText extends ISkillInfo {
  /** What it says, without its front matter and without hidden characters. */
  text: string;
  /** Names of the tools that may be called while it is in use; null for all. */
  allowedTools: string[] | null;
}

/** The skills that lie around a notebook: those the person agreed to, no others. */
export interface ISkills {
  /** What may be loaded; nearest first. */
  list(): Promise<readonly ISkillInfo[]>;
  /** As it is now; null where there is none of this name, or it waits for the person. */
  load(name: string): Promise<ISkillText | null>;
}
