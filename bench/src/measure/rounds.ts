/**
 * Measures every subject once per round, so that a change in the machine's mood falls on all of them; every second
 * round runs backwards, so that no one always comes first. Warming up is the caller's business.
 *
 * @returns what `measure` gave, by subject, in the order of the rounds
 */
export async function interleave<Subject, Sample>(
  subjects: readonly Subject[],
  rounds: number,
  measure: (subject: Subject, round: number) => Promise<Sample>,
): Promise<Map<Subject, Sample[]>> {
  const samples = new Map<Subject, Sample[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? subjects : [...subjects].reverse();
    for (const subject of order) samples.get(subject)?.push(await measure(subject, round));
  }
  return samples;
}
