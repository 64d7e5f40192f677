//! Lets the extension module be linked where the linker wants to know every symbol (macOS).

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
