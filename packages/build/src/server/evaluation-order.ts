import type { ChunkingContext } from 'rolldown';

type ModuleInfo = NonNullable<ReturnType<ChunkingContext['getModuleInfo']>>;

/** The linker's module graph, as far as it can be reached from an entry by static imports and then by `import()`. */
export class ModuleGraph {
  readonly #context: ChunkingContext;
  readonly #infos = new Map<string, ModuleInfo | null>();

  constructor(context: ChunkingContext) {
    this.#context = context;
  }

  info(id: string): ModuleInfo | null {
    let info = this.#infos.get(id);
    if (info === undefined) {
      info = this.#context.getModuleInfo(id);
      this.#infos.set(id, info);
    }
    return info;
  }

  /** Modules in the order in which their code runs when `id` is imported, without those in `done`, to which they are added. */
  evaluationOrder(id: string, done: Set<string>): string[] {
    const order: string[] = [];
    const stack: { id: string; imports: readonly string[]; next: number }[] = [];
    const enter = (module: string): void => {
      if (done.has(module)) return;
      done.add(module);
      stack.push({ id: module, imports: this.info(module)?.importedIds ?? [], next: 0 });
    };
    enter(id);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.imports[top.next++];
      if (next !== undefined) enter(next);
      else {
        order.push(top.id);
        stack.pop();
      }
    }
    return order;
  }

  /** All modules that are only reached by `import()`: the one asked for → those it imports statically, without `eager`. */
  lazyClosures(eager: ReadonlySet<string>): Map<string, readonly string[]> {
    const closures = new Map<string, readonly string[]>();
    const queue = [...eager];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      for (const target of this.info(id)?.dynamicallyImportedIds ?? []) {
        if (closures.has(target)) continue;
        const closure = this.evaluationOrder(target, new Set(eager));
        closures.set(target, closure);
        queue.push(...closure);
      }
    }
    return closures;
  }
}
