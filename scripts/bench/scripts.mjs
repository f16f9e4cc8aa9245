/** The answers of the scripted model in a benchmark. */

/** Fifty steps that read, one request after the other. */
export const READING = [
  {
    repeat: 60,
    step: { text: 'Reading.', calls: [{ name: 'read_notebook', args: {} }] }
  }
];

/** Fifty steps that each run a cell. */
export const RUNNING = [
  {
    repeat: 50,
    step: {
      text: 'Running.',
      calls: [{ name: 'jupyter_cell', args: { code: '1+1' } }]
    }
  },
  { text: 'Done.' }
];

const CELLS = [
  'import pandas as pd\n\npenguins = pd.read_csv("penguins.csv")\npenguins.head()',
  'penguins.describe(include="all")',
  'penguins.isna().sum()',
  'penguins = penguins.dropna()\npenguins.shape',
  'penguins.groupby("species").mean(numeric_only=True)',
  'import matplotlib.pyplot as plt\n\nfig, ax = plt.subplots()\nfor species, group in penguins.groupby("species"):\n    ax.scatter(group["flipper_length_mm"], group["body_mass_g"], label=species)\nax.legend()\nplt.show()',
  'penguins.select_dtypes("number").corr().round(2)',
  'penguins.groupby(["island", "species"]).size().unstack(fill_value=0)',
  'penguins["body_mass_g"].plot.hist(bins=20)\nplt.show()',
  'by_sex = penguins.groupby(["species", "sex"])["body_mass_g"].agg(["mean", "std"])\nprint(by_sex.round(1))'
];

const PLAN = [
  'Load the data',
  'Summarise its columns',
  'Find what is missing',
  'Compare the species',
  'Say what was found'
];

/**
 * The job of ten cells: each answer updates the plan and proposes the next
 * cell; the eleventh ends it.
 */
export const JOB = [
  ...CELLS.map((code, index) => ({
    text: `Now step ${index + 1} of the analysis.`,
    calls: [
      {
        name: 'write_todos',
        args: {
          todos: PLAN.map((content, at) => ({
            content,
            status: todoStatus(at - Math.floor(index / 2))
          }))
        }
      },
      {
        name: 'jupyter_cell',
        args: { code, description: `Step ${index + 1} of the analysis` }
      }
    ]
  })),
  {
    calls: [
      {
        name: 'final_answer',
        args: {
          answer: 'Gentoo penguins are the heaviest.',
          next_items: ['Fit a regression of body mass on flipper length']
        }
      }
    ]
  }
];

function todoStatus(distance) {
  if (distance < 0) {
    return 'completed';
  }
  return distance === 0 ? 'in_progress' : 'pending';
}
