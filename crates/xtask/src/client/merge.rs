//! Merges modules that are always fetched together into one.
//!
//! The splitter cuts the program into a module for every combination of parts that share something,
//! more than a hundred. They call each other through the function table: a module that calls a
//! function of another contains a shim, which calls it indirectly. Starting a hundred modules keeps
//! a browser busy, one does not. Merging also removes the shims: functions that end up in one
//! module call each other directly, and callers of functions in other modules make the indirect
//! call themselves. That is a third of the functions that a browser compiles for the first table.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use anyhow::{Result, bail};
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, FunctionSection,
    ImportSection, Module, TypeSection,
};
use wasmparser::{
    DataKind, Element, ElementItems, ElementKind, FuncType, FunctionBody, Operator, Parser,
    Payload, TypeRef,
};

/// A function of a module: the module's index, and the function's index in it.
type FuncId = (usize, u32);

/// Merges modules into one. Each may import only what the main program exports to all of them.
pub(crate) fn merged(modules: &[&[u8]]) -> Result<Vec<u8>> {
    let modules =
        modules.iter().map(|module| ParsedModule::read(module)).collect::<Result<Vec<_>>>()?;
    Merged::of(&modules)?.encode()
}

/// A parsed module.
#[derive(Default)]
struct ParsedModule<'a> {
    types: Vec<FuncType>,
    imports: Vec<wasmparser::Import<'a>>,
    /// The type of each function.
    functions: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
    /// Functions for the table, each with the index of the first.
    table: Vec<(i32, Vec<u32>)>,
    /// Bytes for the memory, each with their address.
    memory: Vec<(i32, &'a [u8])>,
}

impl<'a> ParsedModule<'a> {
    fn read(module: &'a [u8]) -> Result<Self> {
        let mut parsed = Self::default();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(types) => {
                    parsed.types = types.into_iter_err_on_gc_types().collect::<Result<_, _>>()?;
                }
                Payload::ImportSection(imports) => {
                    parsed.imports = imports.into_imports().collect::<Result<_, _>>()?;
                }
                Payload::FunctionSection(functions) => {
                    parsed.functions = functions.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::ElementSection(elements) => {
                    for element in elements {
                        parsed.table.push(table_elements(element?)?);
                    }
                }
                Payload::CodeSectionEntry(body) => parsed.bodies.push(body),
                Payload::DataSection(segments) => {
                    for segment in segments {
                        let segment = segment?;
                        let DataKind::Active { memory_index: 0, offset_expr } = segment.kind else {
                            bail!("a part has data that is not put into the memory at once");
                        };
                        parsed.memory.push((constant(&offset_expr)?, segment.data));
                    }
                }
                Payload::ExportSection(exports) if exports.count() > 0 => {
                    bail!("a part exports something");
                }
                Payload::TableSection(_)
                | Payload::MemorySection(_)
                | Payload::GlobalSection(_)
                | Payload::TagSection(_)
                | Payload::StartSection { .. } => {
                    bail!("a part has more than functions and data");
                }
                _ => {}
            }
        }
        Ok(parsed)
    }

    fn globals(&self) -> impl Iterator<Item = &wasmparser::Import<'a>> {
        self.imports.iter().filter(|import| matches!(import.ty, TypeRef::Global(_)))
    }

    /// The table index that a function calls, if it is a shim: a function that only passes its
    /// arguments on to an indirect call.
    fn shim(&self, function: u32) -> Result<Option<i32>> {
        let (own_type, body) = (self.functions[function as usize], &self.bodies[function as usize]);
        let params = self.types[own_type as usize].params().len();
        if body.get_locals_reader()?.get_count() > 0 {
            return Ok(None);
        }
        let mut operators = body.get_operators_reader()?;
        for param in 0..params {
            if !matches!(operators.read()?, Operator::LocalGet { local_index } if local_index as usize == param)
            {
                return Ok(None);
            }
        }
        let Operator::I32Const { value: slot } = operators.read()? else { return Ok(None) };
        let is_shim = matches!(
            operators.read()?,
            Operator::CallIndirect { type_index, table_index: 0 } if type_index == own_type
        );
        let is_all = is_shim && matches!(operators.read()?, Operator::End);
        Ok(is_all.then_some(slot))
    }
}

fn table_elements(element: Element<'_>) -> Result<(i32, Vec<u32>)> {
    let (
        ElementKind::Active { table_index: None | Some(0), offset_expr },
        ElementItems::Functions(functions),
    ) = (element.kind, element.items)
    else {
        bail!("a part has functions that are not put into the table at once");
    };
    Ok((constant(&offset_expr)?, functions.into_iter().collect::<Result<_, _>>()?))
}

fn constant(expression: &wasmparser::ConstExpr<'_>) -> Result<i32> {
    match expression.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok(value),
        other => bail!("a part is put where {other:?} says"),
    }
}

/// The way to call a function after the merge.
#[derive(Copy, Clone)]
enum Call {
    /// Directly: the function itself, or the one in the same module for which it is a shim.
    Direct(FuncId),
    /// Through this index of the table: it was a shim for a function of another module.
    Table(i32),
}

/// All modules, with the functions that remain.
struct Merged<'a> {
    modules: &'a [ParsedModule<'a>],
    /// The way to call each function.
    calls: BTreeMap<FuncId, Call>,
    /// The remaining functions with their new indices, in their old order: similar ones stay
    /// together, which compresses better than short indices for those that are called often.
    indices: BTreeMap<FuncId, u32>,
}

impl<'a> Merged<'a> {
    fn of(modules: &'a [ParsedModule<'a>]) -> Result<Self> {
        let calls = calls(modules)?;
        let direct = calls.values().filter_map(|call| match call {
            Call::Direct(func_id) => Some(*func_id),
            Call::Table(_) => None,
        });
        let remaining: BTreeSet<FuncId> = direct.collect();
        Ok(Self { modules, calls, indices: remaining.into_iter().zip(0..).collect() })
    }

    /// The new index of a function that is called directly.
    fn index(&self, func_id: FuncId) -> u32 {
        match self.calls[&func_id] {
            Call::Direct(it) => self.indices[&it],
            Call::Table(_) => unreachable!("such shims are only ever called"),
        }
    }

    fn encode(&self) -> Result<Vec<u8>> {
        let (mut shared, mut code) = (Shared::default(), CodeSection::new());
        let mut functions = FunctionSection::new();
        for &(module_index, function) in self.indices.keys() {
            let module = &self.modules[module_index];
            let mut writer = Writer { merged_module: self, module_index, shared: &mut shared };
            functions.function(writer.type_index(module.functions[function as usize])?);
            writer.parse_function_body(&mut code, module.bodies[function as usize].clone())?;
        }
        let (mut elements, mut data) = (ElementSection::new(), DataSection::new());
        for (module_index, module) in self.modules.iter().enumerate() {
            for (from, functions) in &module.table {
                let indices: Vec<u32> = functions
                    .iter()
                    .map(|&function| self.index((module_index, function)))
                    .collect();
                let functions = Elements::Functions(indices.into());
                elements.active(None, &ConstExpr::i32_const(*from), functions);
            }
            for (from, bytes) in module.memory.iter().filter(|(_, bytes)| !bytes.is_empty()) {
                data.active(0, &ConstExpr::i32_const(*from), bytes.iter().copied());
            }
        }
        let mut module = Module::new();
        module.section(&shared.types()?).section(&shared.imports(self.modules)?);
        module.section(&functions).section(&elements).section(&code).section(&data);
        Ok(module.finish())
    }
}

/// The way to call each function after the merge.
fn calls(modules: &[ParsedModule<'_>]) -> Result<BTreeMap<FuncId, Call>> {
    let mut slots = BTreeMap::new();
    for (module_index, module) in modules.iter().enumerate() {
        for (from, functions) in &module.table {
            slots.extend((*from..).zip(functions.iter().map(|&function| (module_index, function))));
        }
    }
    let table_elements: BTreeSet<FuncId> = slots.values().copied().collect();
    let mut calls = BTreeMap::new();
    for (module_index, module) in modules.iter().enumerate() {
        for function in 0..module.functions.len() as u32 {
            let func_id = (module_index, function);
            let call = match module.shim(function)? {
                Some(slot) => match slots.get(&slot) {
                    Some(&neighbour) if neighbour != func_id => Call::Direct(neighbour),
                    // Other modules may call it through the table.
                    _ if table_elements.contains(&func_id) => Call::Direct(func_id),
                    _ => Call::Table(slot),
                },
                None => Call::Direct(func_id),
            };
            calls.insert(func_id, call);
        }
    }
    Ok(calls)
}

/// The types and globals that the merged module uses.
#[derive(Default)]
struct Shared {
    types: BTreeMap<FuncType, u32>,
    /// The indices of globals by name.
    globals: BTreeMap<String, u32>,
}

impl Shared {
    fn types(&self) -> Result<TypeSection> {
        let mut types: Vec<_> = self.types.iter().collect();
        types.sort_by_key(|(_, index)| **index);
        let mut section = TypeSection::new();
        for (function, _) in types {
            section.ty().func_type(&reencode::RoundtripReencoder.func_type(function.clone())?);
        }
        Ok(section)
    }

    /// The table, the memory, and the globals in their order.
    fn imports(&self, modules: &[ParsedModule<'_>]) -> Result<ImportSection> {
        let mut wanted: BTreeMap<(u32, &str), (&str, EntityType)> = BTreeMap::new();
        for import in modules.iter().flat_map(|module| &module.imports) {
            let entity = reencode::RoundtripReencoder.entity_type(import.ty)?;
            let order = match import.ty {
                TypeRef::Table(_) | TypeRef::Memory(_) => 0,
                TypeRef::Global(_) => match self.globals.get(import.name) {
                    Some(index) => index + 1,
                    None => continue,
                },
                _ => bail!("a part imports {}, which is not shared", import.name),
            };
            wanted.insert((order, import.name), (import.module, entity));
        }
        let mut section = ImportSection::new();
        for ((_, name), (module, entity)) in wanted {
            section.import(module, name, entity);
        }
        Ok(section)
    }
}

/// Writes the functions of one module with the indices of the merged one.
struct Writer<'w, 'a> {
    merged_module: &'w Merged<'a>,
    module_index: usize,
    shared: &'w mut Shared,
}

impl Writer<'_, '_> {
    /// The table index and the type of a call of a removed shim.
    fn indirect_call(
        &mut self,
        operator: &Operator<'_>,
    ) -> Result<Option<(i32, u32)>, reencode::Error> {
        let &Operator::Call { function_index } = operator else { return Ok(None) };
        let Call::Table(slot) = self.merged_module.calls[&(self.module_index, function_index)]
        else {
            return Ok(None);
        };
        let own_type =
            self.merged_module.modules[self.module_index].functions[function_index as usize];
        Ok(Some((slot, self.type_index(own_type)?)))
    }
}

impl Reencode for Writer<'_, '_> {
    type Error = Infallible;

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), reencode::Error> {
        let mut function = self.new_function_with_parsed_locals(&body)?;
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let operator = operators.read()?;
            if let Some((slot, type_index)) = self.indirect_call(&operator)? {
                function.instructions().i32_const(slot).call_indirect(0, type_index);
            } else {
                function.instruction(&self.instruction(operator)?);
            }
        }
        code.function(&function);
        Ok(())
    }

    fn function_index(&mut self, function: u32) -> Result<u32, reencode::Error> {
        Ok(self.merged_module.index((self.module_index, function)))
    }

    fn type_index(&mut self, index: u32) -> Result<u32, reencode::Error> {
        let function = &self.merged_module.modules[self.module_index].types[index as usize];
        let next = self.shared.types.len() as u32;
        Ok(*self.shared.types.entry(function.clone()).or_insert(next))
    }

    fn global_index(&mut self, index: u32) -> Result<u32, reencode::Error> {
        let import = self.merged_module.modules[self.module_index].globals().nth(index as usize);
        let name = import.expect("a part has no globals but those it imports").name;
        let next = self.shared.globals.len() as u32;
        Ok(*self.shared.globals.entry(name.to_owned()).or_insert(next))
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{Function, MemoryType, RefType, TableType, ValType};
    use wasmparser::Validator;

    use super::*;

    /// A module whose functions map a number to a number; some are put into the table.
    fn module(bodies: &[Function], table: (i32, &[u32]), memory: (i32, &[u8])) -> Vec<u8> {
        let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
        // Padding, so that the same types have other indices.
        for _ in 0..table.0 {
            types.ty().function([], []);
        }
        types.ty().function([ValType::I32], [ValType::I32]);
        let (minimum, maximum) = (100, None);
        let (table64, shared) = (false, false);
        let functions =
            TableType { element_type: RefType::FUNCREF, minimum, maximum, table64, shared };
        imports.import("shared", "functions", functions);
        let bytes =
            MemoryType { minimum: 1, maximum: None, memory64: false, shared, page_size_log2: None };
        imports.import("shared", "bytes", bytes);
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for body in bodies {
            functions.function(table.0 as u32);
            code.function(body);
        }
        let (mut elements, mut data) = (ElementSection::new(), DataSection::new());
        elements.active(None, &ConstExpr::i32_const(table.0), Elements::Functions(table.1.into()));
        data.active(0, &ConstExpr::i32_const(memory.0), memory.1.iter().copied());
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&elements);
        module.section(&code).section(&data);
        module.finish()
    }

    fn function(write: impl FnOnce(&mut wasm_encoder::InstructionSink<'_>)) -> Function {
        let mut function = Function::new([]);
        write(&mut function.instructions());
        function.instructions().end();
        function
    }

    fn shim(slot: i32, own_type: u32) -> Function {
        function(|it| {
            it.local_get(0).i32_const(slot).call_indirect(0, own_type);
        })
    }

    /// The calls of each function: another function by its index, or an index of the table.
    fn calls(module: &[u8]) -> Vec<Vec<String>> {
        let bodies = ParsedModule::read(module).unwrap().bodies;
        let call = |operator| match operator {
            Operator::Call { function_index } => Some(format!("function {function_index}")),
            Operator::I32Const { value } => Some(format!("place {value}")),
            _ => None,
        };
        let mut all = Vec::new();
        for body in bodies {
            let operators = body.get_operators_reader().unwrap().into_iter();
            all.push(operators.filter_map(|operator| call(operator.unwrap())).collect());
        }
        all
    }

    #[test]
    fn shims_are_not_called() {
        let twice = |other: u32| {
            function(|it| {
                it.local_get(0).call(other).call(other);
            })
        };
        let plain = function(|it| {
            it.local_get(0);
        });
        // The first module has a function at index 3 of the table and calls index 50.
        let first = module(&[plain, shim(50, 3), twice(1)], (3, &[0]), (8, b"abc"));
        // The second one calls both.
        let second = module(&[shim(3, 7), shim(50, 7), twice(0), twice(1)], (7, &[2]), (16, b""));
        let both = merged(&[&first, &second]).unwrap();
        Validator::new().validate_all(&both).unwrap();
        let expected = [
            vec![],
            vec!["place 50", "place 50"],
            vec!["function 0", "function 0"],
            vec!["place 50", "place 50"],
        ];
        assert_eq!(calls(&both), expected);
        let module = ParsedModule::read(&both).unwrap();
        assert_eq!(module.table, [(3, vec![0]), (7, vec![2])]);
        assert_eq!(module.memory, [(8, &b"abc"[..])]);
        assert_eq!((module.types.len(), module.imports.len()), (1, 2));
    }

    #[test]
    fn a_shim_that_is_itself_in_the_table_stays() {
        let caller = function(|it| {
            it.local_get(0).call(0);
        });
        let only = module(&[shim(50, 3), caller], (3, &[0]), (8, b""));
        let same = merged(&[&only]).unwrap();
        Validator::new().validate_all(&same).unwrap();
        assert_eq!(calls(&same), [["place 50"], ["function 0"]]);
    }

    #[test]
    fn what_cannot_be_merged_is_refused() {
        let mut exports = wasm_encoder::ExportSection::new();
        exports.export("it", wasm_encoder::ExportKind::Func, 0);
        let mut module = Module::new();
        module.section(&exports);
        let refused = merged(&[&module.finish()]).unwrap_err();
        assert_eq!(refused.to_string(), "a part exports something");
    }
}
