#!/usr/bin/env node
import '../dist/src/entrances/cli/run.js'
