import {readFileSync, globSync} from 'node:fs';
